import { Popover } from '@base-ui/react/popover';
import { useRef, type ReactNode, type RefObject } from 'react';
import { useKeptFocus } from '#ui/kit/keyboard/use-kept-focus.ts';
import css from './popover-panel.module.css';

interface PopoverPanelProps {
  title: string;
  side: 'top' | 'bottom' | 'right';
  children: ReactNode;
  /** Whether the focus returns when it closes. True by default. */
  returnsFocus?: () => boolean;
}

/** The panel that the Popover.Trigger beside it opens: a small page with a title. */
export function PopoverPanel({ title, side, children, returnsFocus }: PopoverPanelProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Popover.Portal>
      <Popover.Positioner className={css['positioner']} side={side} align="start" sideOffset={6} collisionPadding={8}>
        <Popover.Popup ref={popup} className={css['popup']} {...(returnsFocus && { finalFocus: returnsFocus })}>
          <Popover.Title className={css['title']}>{title}</Popover.Title>
          <KeptFocus popup={popup}>{children}</KeptFocus>
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}

/** A component of its own, since the panel is there only while it is open. */
function KeptFocus({ popup, children }: { popup: RefObject<HTMLDivElement | null>; children: ReactNode }) {
  useKeptFocus(popup);
  return children;
}

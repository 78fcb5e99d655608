import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
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
  return (
    <Popover.Portal>
      <Popover.Positioner className={css['positioner']} side={side} align="start" sideOffset={6} collisionPadding={8}>
        <Popover.Popup className={css['popup']} {...(returnsFocus && { finalFocus: returnsFocus })}>
          <Popover.Title className={css['title']}>{title}</Popover.Title>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}

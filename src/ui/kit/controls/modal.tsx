import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import css from './modal.module.css';

interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the safe one first. */
  footer?: ReactNode;
  wide?: boolean;
  /** As large as the window, for reading. Its content scrolls on its own. */
  full?: boolean;
  /** It is opened from a popup, which it covers. */
  above?: boolean;
  /** A question that must be answered: clicking outside doesn't close it. */
  sticky?: boolean;
  /** Called for Escape, which then doesn't close it. */
  onEscape?: () => void;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Where focus goes when it closes; the previous place by default. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** Called when the closing animation has ended. */
  onClosed?: () => void;
}

/** The one dialog shell: it traps focus and returns it, closes on Escape, and scrolls when the window is small. */
export function Modal(props: ModalProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    children,
    footer,
    wide,
    full,
    above,
    sticky,
    onEscape,
    initialFocus,
    finalFocus,
    onClosed,
  } = props;
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (!next && onEscape && reason === 'escape-key') onEscape();
        else onOpenChange(next);
      }}
      disablePointerDismissal={sticky ?? false}
      {...(onClosed && { onOpenChangeComplete: (now: boolean) => !now && onClosed() })}
    >
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={css['backdrop']} data-above={above || undefined} />
        <Dialog.Viewport className={css['viewport']} data-above={above || undefined}>
          <Dialog.Popup
            data-modal
            className={`${css['popup']} ${full ? css['full'] : wide ? css['wide'] : ''}`}
            {...(initialFocus && { initialFocus })}
            {...(finalFocus && { finalFocus })}
          >
            <div>
              <Dialog.Title className={css['title']}>{title}</Dialog.Title>
              {description && (
                <Dialog.Description className={css['description']} render={<div />}>
                  {description}
                </Dialog.Description>
              )}
            </div>
            {children}
            {footer && <div className={css['footer']}>{footer}</div>}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

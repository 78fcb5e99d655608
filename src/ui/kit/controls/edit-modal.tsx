import { useState, type ComponentProps, type ReactNode } from 'react';
import { useAddressGuard } from '#ui/kit/use-address-guard.ts';
import { useLeaveGuard } from '#ui/kit/use-leave-guard.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { Modal } from './modal.tsx';

interface EditModalProps extends Omit<ComponentProps<typeof Modal>, 'onOpenChange' | 'onEscape'> {
  /** There are changes that would be lost. Only the buttons, or an answer, let go of them. */
  unsaved: boolean;
  onClose: () => void;
  /** A footer whose button closes it like Escape. */
  renderFooter?: (leave: () => void) => ReactNode;
}

/**
 * A dialog in which something is written: neither a click outside, Escape, another address nor a closed window throws it
 * away unasked.
 */
export function EditModal({ unsaved, sticky, onClose, renderFooter, ...modal }: EditModalProps) {
  const [asking, setAsking] = useState(false);
  useLeaveGuard(modal.open && unsaved);
  const stay = useAddressGuard(modal.open && unsaved, () => setAsking(true));
  const answer = (next: boolean) => {
    setAsking(next);
    if (!next) stay();
  };
  const leave = () => (unsaved ? setAsking(true) : onClose());
  return (
    <>
      <Modal
        {...modal}
        {...(renderFooter && { footer: renderFooter(leave) })}
        sticky={sticky === true || unsaved}
        onOpenChange={(next) => !next && onClose()}
        {...(unsaved && { onEscape: () => setAsking(true) })}
      />
      <DiscardDialog open={asking} onOpenChange={answer} onDiscard={onClose} />
    </>
  );
}

import { useState, type ComponentProps } from 'react';
import { DiscardDialog } from './discard-dialog.tsx';
import { Modal } from './modal.tsx';

interface EditModalProps extends Omit<ComponentProps<typeof Modal>, 'onOpenChange' | 'onEscape'> {
  /** There are changes that would be lost. Only the buttons, or an answer, let go of them. */
  unsaved: boolean;
  onClose: () => void;
}

/** A dialog in which something is written: neither a click outside nor Escape throws it away. */
export function EditModal({ unsaved, sticky, onClose, ...modal }: EditModalProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Modal
        {...modal}
        sticky={sticky === true || unsaved}
        onOpenChange={(next) => !next && onClose()}
        {...(unsaved && { onEscape: () => setAsking(true) })}
      />
      <DiscardDialog open={asking} onOpenChange={setAsking} onDiscard={onClose} />
    </>
  );
}

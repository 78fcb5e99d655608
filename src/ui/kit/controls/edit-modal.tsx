import type { ComponentProps, ReactNode } from 'react';
import { Modal } from './modal.tsx';
import { useUnsaved } from './use-unsaved.tsx';

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
  const { leave, question } = useUnsaved(modal.open && unsaved, onClose);
  return (
    <>
      <Modal
        {...modal}
        {...(renderFooter && { footer: renderFooter(leave) })}
        sticky={sticky === true || unsaved}
        onOpenChange={(next) => !next && onClose()}
        {...(unsaved && { onEscape: leave })}
      />
      {question}
    </>
  );
}

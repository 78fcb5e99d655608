import { createContext, use, useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { Modal } from './modal.tsx';
import { useUnsaved } from './use-unsaved.tsx';

interface EditModalProps extends Omit<ComponentProps<typeof Modal>, 'onOpenChange' | 'onEscape'> {
  /** There are changes that would be lost. Only the buttons, or an answer, let go of them. */
  unsaved: boolean;
  onClose: () => void;
  /** A footer whose button closes it like Escape. */
  renderFooter?: (leave: () => void) => ReactNode;
}

const PartContext = createContext<(unsaved: boolean) => void>(() => undefined);

/** For a form within a dialog in which something is written: what is in it would be lost, too. */
export function useUnsavedPart(unsaved: boolean): void {
  const report = use(PartContext);
  useEffect(() => {
    report(unsaved);
    return () => report(false);
  }, [report, unsaved]);
}

/**
 * A dialog in which something is written: neither a click outside, Escape, another address nor a closed window throws it
 * away unasked.
 */
export function EditModal({ unsaved: own, sticky, onClose, renderFooter, children, ...modal }: EditModalProps) {
  const [part, setPart] = useState(false);
  const unsaved = own || part;
  const { leave, question } = useUnsaved(modal.open && unsaved, onClose);
  return (
    <>
      <Modal
        {...modal}
        {...(renderFooter && { footer: renderFooter(leave) })}
        sticky={sticky === true || unsaved}
        onOpenChange={(next) => !next && onClose()}
        {...(unsaved && { onEscape: leave })}
      >
        <PartContext value={setPart}>{children}</PartContext>
      </Modal>
      {question}
    </>
  );
}

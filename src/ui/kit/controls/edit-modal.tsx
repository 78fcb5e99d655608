import { useState, type ComponentProps } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Modal } from './modal.tsx';

interface EditModalProps extends Omit<ComponentProps<typeof Modal>, 'onOpenChange' | 'onEscape'> {
  /** There are changes that would be lost. Only the buttons, or an answer, let go of them. */
  unsaved: boolean;
  onClose: () => void;
}

/** A dialog in which something is written: neither a click outside nor Escape throws it away. */
export function EditModal({ unsaved, sticky, onClose, ...modal }: EditModalProps) {
  const common = useT('common');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Modal
        {...modal}
        sticky={sticky === true || unsaved}
        onOpenChange={(next) => !next && onClose()}
        {...(unsaved && { onEscape: () => setAsking(true) })}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={common('unsaved.title')}
        description={common('unsaved.body')}
        yes={common('unsaved.discard')}
        no={common('unsaved.keep')}
        onConfirm={async () => onClose()}
      />
    </>
  );
}

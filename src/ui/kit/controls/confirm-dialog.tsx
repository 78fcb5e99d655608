import { useRef, useState, type ReactNode } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** What the user agrees to, in the words of a button. */
  yes: string;
  /** The safe answer; “Cancel” when absent. */
  no?: string;
  variant?: 'danger' | 'primary';
  /**
   * Must report its own failures. The dialog stays open while it runs and closes afterward unless it returns `'stay'`.
   */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that is hard to undo. The safe answer has the focus. A click outside doesn't close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, yes, no, variant = 'danger', onConfirm } = props;
  const common = useT('common');
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    let stay = false;
    try {
      stay = (await onConfirm()) === 'stay';
    } finally {
      setBusy(false);
      if (!stay) onOpenChange(false);
    }
  };
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      sticky
      title={title}
      description={description}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} disabled={busy} onClick={() => onOpenChange(false)}>
            {no ?? common('cancel')}
          </Button>
          <Button variant={variant} busy={busy} onClick={() => void confirm()}>
            {yes}
          </Button>
        </>
      }
    />
  );
}

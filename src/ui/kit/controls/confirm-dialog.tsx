import { useRef, useState, type ReactNode } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** What the person agrees to, as a button says it. */
  yes: string;
  variant?: 'danger' | 'primary';
  /** Tells by itself what fails. The dialog stays while it works, and closes behind it unless it says `'stay'`. */
  onConfirm: () => Promise<'stay' | void>;
}

/** A question before something that is hard to take back. The safe answer has the focus; beside it nothing closes. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, yes, variant = 'danger', onConfirm } = props;
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
            {common('cancel')}
          </Button>
          <Button variant={variant} busy={busy} onClick={() => void confirm()}>
            {yes}
          </Button>
        </>
      }
    />
  );
}

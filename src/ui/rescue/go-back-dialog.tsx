import { useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/controls/modal.tsx';
import { useT } from '#ui/i18n/use-t.ts';
import { useToast } from '#ui/toasts/use-toast.ts';
import { useRescue } from './rescue-context.ts';

interface GoBackDialogProps {
  snapshot: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The way back to the history as it was before the last upgrade. What was written since stays in the browser. */
export function GoBackDialog({ snapshot, open, onOpenChange }: GoBackDialogProps) {
  const t = useT('rescue');
  const common = useT('common');
  const toast = useToast();
  const { rescue } = useRescue();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const goBack = async () => {
    setBusy(true);
    try {
      await rescue.restore(snapshot, () => undefined, true);
      location.reload();
    } catch (error) {
      setBusy(false);
      onOpenChange(false);
      toast({
        tone: 'danger',
        title: t('goBackFailed'),
        description: error instanceof Error ? error.message : String(error),
      });
    }
  };
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      sticky
      title={t('goBackTitle')}
      description={t('goBackBody')}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={() => !busy && onOpenChange(false)}>
            {common('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void goBack()}>
            {t('goBack')}
          </Button>
        </>
      }
    />
  );
}

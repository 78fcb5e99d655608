import { useRef, useState } from 'react';
import { useAppServices } from '#ui/app-services.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/controls/modal.tsx';
import { useConnections } from '#ui/data/use-connections.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { useToast } from '#ui/toasts/use-toast.ts';
import { useProblemWords } from './use-problem-words.ts';

interface ResetDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The way out when a passphrase is forgotten or a key file is damaged. Nothing is erased. */
export function ResetDialog({ open, onOpenChange }: ResetDialogProps) {
  const t = useT('settings');
  const common = useT('common');
  const toast = useToast();
  const words = useProblemWords();
  const { host } = useAppServices();
  const { reload } = useConnections();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);

  const reset = async () => {
    setBusy(true);
    try {
      await host.resetSecrets();
      await reload();
      onOpenChange(false);
      toast({ title: t('store.resetDone') });
    } catch (error) {
      toast({ tone: 'danger', title: words(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title={t('store.resetTitle')}
      description={t('store.resetBody')}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={() => onOpenChange(false)}>
            {common('cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void reset()}>
            {t('store.resetConfirm')}
          </Button>
        </>
      }
    />
  );
}

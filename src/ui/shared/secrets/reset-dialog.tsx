import { useServices } from '#ui/data/services.ts';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { useConnections } from '#ui/data/use-connections.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useProblemMessage } from './use-problem-message.ts';

interface ResetDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The way out when a passphrase is forgotten or a key file is damaged. Nothing is erased. */
export function ResetDialog({ open, onOpenChange }: ResetDialogProps) {
  const t = useT('settings');
  const toast = useToast();
  const problemMessage = useProblemMessage();
  const { host } = useServices();
  const { reload } = useConnections();
  const reset = async () => {
    try {
      await host.resetSecrets();
      await reload();
      toast({ title: t('store.resetDone') });
      return undefined;
    } catch (error) {
      toast({ tone: 'danger', title: problemMessage(error) });
      return 'stay' as const;
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('store.resetTitle')}
      description={t('store.resetBody')}
      yes={t('store.resetConfirm')}
      onConfirm={reset}
    />
  );
}

import { ConfirmDialog } from '#ui/controls/confirm-dialog.tsx';
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
  const toast = useToast();
  const { rescue } = useRescue();
  const goBack = async () => {
    try {
      await rescue.restore(snapshot, () => undefined, true);
      location.reload();
    } catch (error) {
      toast({
        tone: 'danger',
        title: t('goBackFailed'),
        description: error instanceof Error ? error.message : String(error),
      });
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('goBackTitle')}
      description={t('goBackBody')}
      yes={t('goBack')}
      variant="primary"
      onConfirm={goBack}
    />
  );
}

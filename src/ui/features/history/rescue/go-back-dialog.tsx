import { useT } from '#ui/kit/i18n/use-t.ts';
import { useRescue } from './rescue-context.ts';
import { SwitchDialog } from './switch-dialog.tsx';

interface GoBackDialogProps {
  snapshot: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The way back to the history as it was before the last upgrade. What was written since stays in the browser. */
export function GoBackDialog({ snapshot, open, onOpenChange }: GoBackDialogProps) {
  const t = useT('rescue');
  const { rescue } = useRescue();
  return (
    <SwitchDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('goBackTitle')}
      description={t('goBackBody')}
      yes={t('goBack')}
      onSwitch={(onProgress) => rescue.restore(snapshot, onProgress, true)}
    />
  );
}

import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { SwitchDatabaseDialog } from './switch-database-dialog.tsx';

interface GoBackDialogProps {
  snapshot: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Reverts to the history from before the last upgrade. Anything written since stays in the browser. */
export function RevertUpgradeDialog({ snapshot, open, onOpenChange }: GoBackDialogProps) {
  const t = useT('recovery');
  const { rescue } = useServices().recovery;
  return (
    <SwitchDatabaseDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('goBackTitle')}
      description={t('goBackBody')}
      yes={t('goBack')}
      onSwitch={(onProgress) => rescue.restore(snapshot, onProgress, true)}
    />
  );
}

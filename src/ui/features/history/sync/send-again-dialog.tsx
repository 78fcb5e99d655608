import { useServices } from '#ui/data/services.ts';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useSyncAct } from './use-sync-act.ts';
import css from './sync.module.css';

interface SendAgainDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Explains the benefit and the cost before everything is sent again. */
export function SendAgainDialog({ open, onOpenChange }: SendAgainDialogProps) {
  const t = useT('sync');
  const act = useSyncAct();
  const { sync } = useServices();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('again.title')}
      description={
        <ul className={css['points']}>
          <li>{t('again.why')}</li>
          <li>{t('again.what')}</li>
        </ul>
      }
      yes={t('again.yes')}
      variant="primary"
      // The status shows its progress.
      onConfirm={async () => void act(sync.sendAgain())}
    />
  );
}

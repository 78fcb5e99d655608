import { useServices } from '#ui/data/services.ts';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useSyncAct } from './use-sync-act.ts';
import css from './sync.module.css';

interface LeaveDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Says what stays where before this device leaves sync. */
export function LeaveDialog({ open, onOpenChange }: LeaveDialogProps) {
  const t = useT('sync');
  const toast = useToast();
  const act = useSyncAct();
  const { sync } = useServices();
  const leave = async () => {
    await sync.leave();
    toast({ title: t('leave.done') });
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('leave.title')}
      description={
        <ul className={css['points']}>
          <li>{t('leave.here')}</li>
          <li>{t('leave.there')}</li>
          <li>{t('leave.again')}</li>
        </ul>
      }
      yes={t('leave.yes')}
      onConfirm={() => act(leave(), t('leave.failed'))}
    />
  );
}

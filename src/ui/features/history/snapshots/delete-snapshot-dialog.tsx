import type { Snapshot } from '#contract/snapshot.ts';
import { useServices } from '#ui/data/services.ts';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useSnapshotAction } from './use-snapshot-action.ts';

interface DeleteSnapshotDialogProps {
  /** Kept while the dialog closes. */
  snapshot: Snapshot | null;
  /** The newest verified snapshot. */
  isBest: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function DeleteSnapshotDialog({ snapshot, isBest, open, onOpenChange }: DeleteSnapshotDialogProps) {
  const t = useT('snapshots');
  const language = useLanguage();
  const toast = useToast();
  const act = useSnapshotAction();
  const { snapshots } = useServices();
  if (!snapshot) return null;

  const remove = async () => {
    await snapshots.remove(snapshot.id);
    toast({ title: t('deleted') });
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('deleteTitle')}
      description={
        <>
          {t('deleteBody', { time: formatDateTime(snapshot.at, language) })}{' '}
          {isBest && <strong>{t('deleteNewest')}</strong>}
        </>
      }
      yes={t('deleteYes')}
      onConfirm={() => act(remove(), t('noDelete'))}
    />
  );
}

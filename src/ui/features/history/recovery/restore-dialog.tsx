import type { Snapshot } from '#contract/snapshot.ts';
import { useServices } from '#ui/data/services.ts';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { SwitchDatabaseDialog } from './switch-database-dialog.tsx';

interface BringBackDialogProps {
  /** A snapshot that is a copy of a full database. Kept while the dialog closes. */
  snapshot: Pick<Snapshot, 'id' | 'at'> | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * A copy of a database isn't merged: it is put into use as it was, and the current history becomes a retained database.
 */
export function RestoreDialog({ snapshot, open, onOpenChange }: BringBackDialogProps) {
  const t = useT('recovery');
  const language = useLanguage();
  const { rescue } = useServices().recovery;
  if (!snapshot) return null;
  return (
    <SwitchDatabaseDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bringBackTitle', { time: formatDateTime(snapshot.at, language) })}
      description={t('bringBackBody')}
      yes={t('bringBack')}
      onSwitch={(onProgress) => rescue.restore(snapshot.id, onProgress)}
    />
  );
}

import { useCallback, useEffect } from 'react';
import type { PickedFile } from '#transfer/transfer-messages.ts';
import { useServices } from '#ui/data/services.ts';
import { useDropFiles } from '#ui/kit/controls/use-drop-files.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { CrossingSection } from '#ui/features/history/crossing/crossing-section.tsx';
import { DatabaseSection } from '#ui/features/history/recovery/database-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { SnapshotsSection } from '#ui/features/history/snapshots/snapshots-section.tsx';
import { useNamedSnapshot } from '#ui/features/history/snapshots/use-named-snapshot.ts';
import { SyncSection } from '#ui/features/history/sync/sync-section.tsx';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { ExportSection } from '#ui/features/history/transfer/export-section.tsx';
import { IncomingTransferSection } from '#ui/features/history/transfer/incoming-transfer-section.tsx';
import { readDropped } from '#ui/features/history/transfer/read-dropped.ts';
import { useOpenedArchive } from '#ui/features/history/transfer/use-opened-archive.ts';
import css from '#ui/features/history/transfer/transfer.module.css';

/** Lets users manage their own history: snapshots and exports of it, restore and import, and where it is stored. */
export function HistoryPage({ focus }: { focus: string | null }) {
  const t = useT('transfer');
  const toast = useToast();
  const { snapshots, transfers } = useServices();
  const { intake } = transfers;
  useEffect(() => snapshots.reload(), [snapshots]);
  const open = useCallback(
    (files: readonly (File | PickedFile)[]) => {
      if (files.length === 0) toast({ tone: 'warning', title: t('intake.empty') });
      else void intake.open(files);
    },
    [intake, toast, t],
  );
  useOpenedArchive(focus);
  useNamedSnapshot(focus);
  const { over, handlers } = useDropFiles(
    useCallback(
      (transfer: DataTransfer) => {
        readDropped(transfer).then(open, () => toast({ tone: 'danger', title: t('intake.unreadableDrop') }));
      },
      [open, toast, t],
    ),
  );
  return (
    <div className={css['page']} {...handlers}>
      <p className={css['intro']}>{t('intro')}</p>
      <ExportSection />
      <IncomingTransferSection over={over} onFiles={open} requested={focus === 'import'} />
      <SnapshotsSection requested={focus === 'snapshots'} />
      <CrossingSection requested={focus === 'crossing'} />
      <SyncSection requested={focus === 'sync'} />
      <StorageSection />
      <DatabaseSection />
    </div>
  );
}

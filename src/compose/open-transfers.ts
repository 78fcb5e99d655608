import { v4 } from 'uuid';
import type { FileWindow } from '#state/export-destinations.ts';
import { protectRestore } from '#state/protect-restore.ts';
import type { Snapshots } from '#state/snapshots.ts';
import { createTransferStores, type TransferStores } from '#state/transfer-stores.ts';
import type { Clock } from '#storage/clock.ts';
import { createTransferClient, startTransferWorker } from '#transfer/transfer-client.ts';
import { saveFile } from '#ui/kit/files/save-file.ts';
import type { Host } from './open-host.ts';
import type { Reporting } from './open-reporting.ts';

declare global {
  interface Window {
    /** In Chromium and Electron. */
    readonly showSaveFilePicker?: NonNullable<FileWindow['showSaveFilePicker']>;
  }
}

/** Export and restore. A snapshot is taken before a restore changes anything. */
export function openTransfers(
  host: Host,
  snapshots: Snapshots,
  clock: Clock,
  { log, problems }: Reporting,
): TransferStores {
  const client = createTransferClient({
    start: startTransferWorker,
    writtenBy: () => `Baton ${host.version()}`.trim(),
    onProblem: problems.add,
  });
  const pickFile = window.showSaveFilePicker?.bind(window);
  return createTransferStores({
    client: protectRestore(client, {
      protect: (signal) => snapshots.protect(signal),
      grants: host.mcp.host,
      onError: problems.add,
    }),
    files: {
      ...(pickFile && { showSaveFilePicker: pickFile }),
      storage: () => navigator.storage.getDirectory(),
      download: saveFile,
      now: clock.now,
      newId: () => v4(),
    },
    log,
    onError: problems.add,
  });
}

import type { TransferClient } from '#transfer/transfer-client.ts';
import type { TransferFailure } from '#transfer/transfer-error.ts';
import { createExportDestinations, type FileWindow } from './export-destinations.ts';
import { createExports, type Exports } from './exports.ts';
import { createIncomingTransfer, type IncomingTransfer } from './incoming-transfer.ts';
import type { PageLog } from './page-log.ts';

export interface TransferStores {
  exports: Exports;
  intake: IncomingTransfer;
  /** For what restores in a way of its own. */
  client: TransferClient;
}

interface TransferParts {
  client: TransferClient;
  files: FileWindow;
  log: Pick<PageLog, 'write'>;
  onError: (error: unknown) => void;
}

/** Exports, restores and imports in progress in this window. */
export function createTransferStores({ client, files, log, onError }: TransferParts): TransferStores {
  const failed = ({ code, detail }: TransferFailure): void => log.write('warn', 'transfer-failed', { code, detail });
  const places = createExportDestinations(files);
  places.sweep().catch(onError);
  return { client, exports: createExports(client, places, failed), intake: createIncomingTransfer(client, failed) };
}

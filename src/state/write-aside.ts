import type { TransferClient } from '#transfer/transfer-client.ts';
import type { ExportJob } from '#transfer/transfer-messages.ts';
import { createExportDestinations } from './export-destinations.ts';

export interface AsideDeps {
  client: Pick<TransferClient, 'write'>;
  /** The browser's own storage. */
  storage: () => Promise<FileSystemDirectoryHandle>;
  now: () => number;
  newId: () => string;
}

/** An export in memory, for what has no place on the disk yet. It is written, read back and compared like any other. */
export async function writeAside(
  { client, ...place }: AsideDeps,
  job: ExportJob,
  name: string,
  signal: AbortSignal,
): Promise<File> {
  const destination = await createExportDestinations({ ...place, download: () => undefined }).choose(name);
  if (!destination) throw new Error('no place for the export');
  try {
    await client.write(job, destination.handle, { signal, onProgress: () => undefined });
    const file = await destination.handle.getFile();
    // That file is read from the disk, where nothing stays.
    return new File([await file.arrayBuffer()], name, { type: job.format === 'text' ? 'text/plain' : '' });
  } finally {
    // An export that failed has removed it already. What can't be removed now is swept at a later start.
    await destination.remove().catch(() => undefined);
  }
}

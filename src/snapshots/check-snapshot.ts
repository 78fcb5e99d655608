import { ArchiveError } from '#archive/archive-error.ts';
import { openArchive } from '#archive/read-archive.ts';
import { verifyArchive } from '#archive/verify-archive.ts';
import type { Snapshot, SnapshotCounts, VerifySnapshot } from '#contract/snapshot.ts';
import { openRawCopy, verifyRawCopy } from '#history/recovery/read-raw.ts';
import { countsOf } from '#history/recovery/take-raw-snapshot.ts';
import type { SnapshotHost } from '#host-client/host-api.ts';
import { zipFiles } from '#transfer/zip/zip-files.ts';

export interface CheckOptions {
  signal?: AbortSignal;
  onProgress?: (done: number, of: number) => void;
}

/**
 * Reads back what the host stored, opens it as an archive or as a copy of a database, counts and hashes all of it, and
 * has the host record the outcome.
 */
export async function checkSnapshot(
  host: Pick<SnapshotHost, 'read' | 'verify'>,
  id: string,
  options: CheckOptions = {},
): Promise<Snapshot> {
  return host.verify(id, await examine(await host.read(id, { signal: options.signal }), options));
}

async function examine(file: Blob, options: CheckOptions): Promise<VerifySnapshot> {
  try {
    const files = await zipFiles(file);
    // A copy from before an upgrade is the database as it was.
    const raw = await openRawCopy(files);
    if (raw) {
      await verifyRawCopy(raw, options.signal);
      return { archive: 'good', counts: countsOf(raw.manifest) };
    }
    const { problems, ...found } = await verifyArchive(await openArchive(files), options);
    const counts: SnapshotCounts = {
      conversations: found.conversations,
      messages: found.messages,
      blobs: found.blobs,
    };
    return { archive: problems.length === 0 ? 'good' : 'damaged', counts };
  } catch (error) {
    if (error instanceof ArchiveError) return { archive: 'damaged', counts: null };
    throw error;
  }
}

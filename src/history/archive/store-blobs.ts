import { ArchiveError } from '#archive/archive-error.ts';
import { claimBlob, saveBlob } from '#storage/blob-repository.ts';
import type { BatonDatabase } from '#storage/database.ts';

/** The bytes under a hash; `null` if the source does not have them. */
export type BlobSource = (hash: string) => AsyncIterable<Uint8Array> | null;

/**
 * Stores the blobs that are not stored yet, and adds their hashes to `newlyAdded`. Returns those that were not found, or
 * are damaged: what names them is worth restoring without them.
 */
export async function storeBlobs(
  db: BatonDatabase,
  blob: BlobSource,
  named: readonly { blob: string; mime: string }[],
  newlyAdded: string[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const [hash, mime] of new Map(named.map((one) => [one.blob, one.mime]))) {
    if (await claimBlob(db, hash)) continue;
    const content = await read(blob(hash));
    if (!content) {
      lost.push(hash);
      continue;
    }
    newlyAdded.push(hash);
    await saveBlob(db, content, mime);
  }
  return lost;
}

async function read(content: ReturnType<BlobSource>): Promise<Blob | null> {
  if (!content) return null;
  const pieces: BlobPart[] = [];
  try {
    for await (const piece of content) pieces.push(Uint8Array.from(piece));
  } catch (error) {
    if (error instanceof ArchiveError && error.code === 'damaged') return null;
    throw error;
  }
  return new Blob(pieces);
}

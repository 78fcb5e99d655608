import { claimBlob, saveBlob } from '#storage/blob-repository.ts';
import type { BatonDatabase } from '#storage/database.ts';

/** The bytes under a hash; `null` if the source does not have them. */
export type BlobSource = (hash: string) => AsyncIterable<Uint8Array> | null;

/**
 * Stores the blobs that are not stored yet, and adds their hashes to `newlyAdded`. Returns those that were not found.
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
    const content = blob(hash);
    if (!content) {
      lost.push(hash);
      continue;
    }
    const pieces: BlobPart[] = [];
    for await (const piece of content) pieces.push(Uint8Array.from(piece));
    newlyAdded.push(hash);
    await saveBlob(db, new Blob(pieces), mime);
  }
  return lost;
}

import type { BatonDatabase } from './database.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/**
 * Hashes of blobs that a removed row named. They are checked again later. Bytes that are stored already are not stored
 * again, so code that is about to name them removes them from this list first.
 */
const LOOSE_KEY = 'storage.looseBlobs';

/** Blobs that a row names at any depth, even in a shape that this version does not know. */
export function blobsIn(row: unknown): string[] {
  if (typeof row !== 'object' || row === null) return [];
  return Object.entries(row).flatMap(([key, value]: [string, unknown]) =>
    key === 'blob' && typeof value === 'string' ? [value] : blobsIn(value),
  );
}

/** Call inside a transaction over the settings. */
export async function addUnreferenced(db: BatonDatabase, hashes: Iterable<string>): Promise<void> {
  const all = new Set([...(await readUnreferenced(db)), ...hashes]);
  if (all.size > 0) await db.settings.put({ key: LOOSE_KEY, value: [...all] });
}

/** Like `addUnreferenced`, in its own transaction: for new bytes that may not have been named by any row. */
export async function markUnreferenced(db: BatonDatabase, hashes: readonly string[]): Promise<void> {
  if (hashes.length > 0) await withStorageErrors(db.transaction('rw', db.settings, () => addUnreferenced(db, hashes)));
}

/** Call before naming the blob, inside a transaction over the settings. */
export async function unmarkUnreferenced(db: BatonDatabase, hash: string): Promise<void> {
  const candidates = await readUnreferenced(db);
  if (candidates.delete(hash)) await db.settings.put({ key: LOOSE_KEY, value: [...candidates] });
}

/** Removes unreferenced blobs that no conversation and no project names anymore. Returns how many. */
export async function sweepBlobs(db: BatonDatabase): Promise<number> {
  return withStorageErrors(
    db.transaction('rw', [db.settings, db.blobs, db.messages, db.drafts, db.runs, db.projectFiles], async () => {
      const candidates = await readUnreferenced(db);
      if (candidates.size === 0) return 0;
      const named = (hashes: Iterable<string>): void => {
        for (const hash of hashes) candidates.delete(hash);
      };
      const done = () => candidates.size === 0;
      for (const table of [db.drafts, db.runs, db.projectFiles, db.messages]) {
        await table
          .toCollection()
          .until(done)
          .each((row) => named(blobsIn(row)));
      }
      await db.blobs.bulkDelete([...candidates]);
      await db.settings.delete(LOOSE_KEY);
      return candidates.size;
    }),
  );
}

async function readUnreferenced(db: BatonDatabase): Promise<Set<string>> {
  const value = (await db.settings.get(LOOSE_KEY))?.value;
  return new Set(Array.isArray(value) ? value.filter((hash) => typeof hash === 'string') : []);
}

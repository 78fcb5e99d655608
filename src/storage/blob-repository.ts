import type { BatonDatabase } from './database.ts';
import { unmarkUnreferenced } from './blob-gc.ts';
import { withStorageErrors } from './with-storage-errors.ts';

export interface StoredBlob {
  /** SHA-256, lower-case hex. */
  blob: string;
  bytes: number;
  mime: string;
}

/** Stores bytes once under their hash. Storing the same bytes again costs only a lookup. */
export async function saveBlob(db: BatonDatabase, content: Blob, mime: string): Promise<StoredBlob> {
  const hash = await sha256(await content.arrayBuffer());
  await withStorageErrors(
    db.transaction('rw', db.blobs, db.settings, async () => {
      await unmarkUnreferenced(db, hash);
      if ((await db.blobs.where('hash').equals(hash).count()) > 0) return;
      // A Blob sliced from a File brings no name and no path into storage.
      await db.blobs.put({ hash, mime, bytes: content.slice(0, content.size, mime) });
    }),
  );
  return { blob: hash, bytes: content.size, mime };
}

export async function getBlob(db: BatonDatabase, hash: string): Promise<Blob | null> {
  const row = await withStorageErrors(db.blobs.get(hash));
  return row?.bytes instanceof Blob ? row.bytes : null;
}

/** Whether the blob is stored. It is not removed before the caller names it. */
export async function claimBlob(db: BatonDatabase, hash: string): Promise<boolean> {
  return withStorageErrors(
    db.transaction('rw', db.blobs, db.settings, async () => {
      await unmarkUnreferenced(db, hash);
      return (await db.blobs.where('hash').equals(hash).count()) > 0;
    }),
  );
}

/** Lowercase hex. */
export async function sha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { deleteRaw, openAtVersion, openRaw, requestToPromise, settleTransaction } from './raw-database.ts';

/*
 * What the search keeps of a history's messages, in a database of its own: it can be deleted at any time, and is then
 * made again.
 */

export const CHUNKS = 'chunks';
/** One row: of which history, and made by which Baton. */
export const ABOUT = 'about';

export const searchDatabaseOf = (history: string): string => `${history}.search`;

export const openSearchDatabase = (history: string): Promise<IDBDatabase> =>
  openAtVersion(searchDatabaseOf(history), 1, (fresh) => {
    fresh.createObjectStore(ABOUT);
    fresh.createObjectStore(CHUNKS, { keyPath: ['session', 'from'] });
  });

export const chunksOf = (session: string): IDBKeyRange => IDBKeyRange.bound([session], [session, []]);

/**
 * Erases what the search keeps of conversations. Call it before they are removed for good, so that a crash leaves
 * nothing, and after, in case it was written meanwhile. The search checks what it wrote.
 */
export async function forgetSearched(history: string, sessions: readonly string[]): Promise<void> {
  if (sessions.length === 0) return;
  try {
    const db = await openRaw(searchDatabaseOf(history));
    if (db) await eraseChunks(db, sessions).finally(() => db.close());
  } catch {
    // What can't be erased in part is erased as a whole.
    await deleteSearchDatabase(history);
  }
}

export async function eraseChunks(db: IDBDatabase, sessions: readonly string[]): Promise<void> {
  const write = db.transaction(CHUNKS, 'readwrite');
  for (const session of sessions) write.objectStore(CHUNKS).delete(chunksOf(session));
  await settleTransaction(write);
}

/** The conversations that something is kept of. */
export async function searchedSessions(db: IDBDatabase): Promise<Set<string>> {
  const keys = await requestToPromise(db.transaction(CHUNKS).objectStore(CHUNKS).getAllKeys());
  return new Set(keys.flatMap((key) => (Array.isArray(key) && typeof key[0] === 'string' ? [key[0]] : [])));
}

export const deleteSearchDatabase = (history: string): Promise<void> => deleteRaw(searchDatabaseOf(history));

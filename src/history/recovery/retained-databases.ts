import { listDatabases, nextDatabaseName, type NamedDatabase } from '#storage/database-in-use.ts';
import { copyDatabase } from '#storage/raw/copy-database.ts';
import { deleteRaw, openRaw, requestToPromise } from '#storage/raw/raw-database.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '#storage/schema.ts';
import { StorageError } from '#storage/storage-error.ts';
import { withTimeLimit } from '#storage/with-time-limit.ts';

/** A history that another one has taken the place of. */
export interface RetainedDatabase {
  /** Of its database. */
  name: string;
  /** Only a newer Baton can use it. */
  isNewer: boolean;
  /** null where it does not let itself be read. */
  holds: RetainedContents | null;
}

export interface RetainedContents {
  conversations: number;
  messages: number;
  /** When a conversation in it was changed last; null without any. */
  changedAt: number | null;
}

/** One that does not answer is listed all the same. */
const LIMIT_MS = 10_000;

const isNewer = ({ version }: NamedDatabase): boolean => schemaVersionOf(version) > SCHEMA_VERSION;

/** Those beside the one in use, the last one first. */
export async function listRetained(): Promise<RetainedDatabase[]> {
  const [, ...kept] = await listDatabases();
  return Promise.all(
    kept.map(async (database) => ({
      name: database.name,
      isNewer: isNewer(database),
      holds: await withTimeLimit(look(database.name), LIMIT_MS, 'count').catch(() => null),
    })),
  );
}

async function look(name: string): Promise<RetainedContents | null> {
  const db = await openRaw(name, LIMIT_MS);
  if (!db) return null;
  try {
    const { sessions, messages } = tables(db);
    const newest = sessions.indexNames.contains('updatedAt')
      ? await requestToPromise(sessions.index('updatedAt').openKeyCursor(null, 'prev'))
      : null;
    return {
      conversations: await requestToPromise(sessions.count()),
      messages: await requestToPromise(messages.count()),
      changedAt: typeof newest?.key === 'number' ? newest.key : null,
    };
  } finally {
    db.close();
  }
}

function tables(db: IDBDatabase): { sessions: IDBObjectStore; messages: IDBObjectStore } {
  const transaction = db.transaction(['sessions', 'messages']);
  return { sessions: transaction.objectStore('sessions'), messages: transaction.objectStore('messages') };
}

/** Copies one, compares the copy and brings it into use. Nothing has changed when it rejects. */
export async function reuseRetained(name: string, onProgress: (done: number, of: number) => void): Promise<void> {
  if (isNewer(await findKept(name))) throw new StorageError('newer-version');
  const from = await openRaw(name);
  if (!from) throw new StorageError('missing', undefined, name);
  try {
    await copyDatabase(from, await nextDatabaseName(), onProgress);
  } finally {
    from.close();
  }
}

/** For good. */
export async function removeRetained(name: string): Promise<void> {
  await deleteRaw((await findKept(name)).name);
}

/** Never the one in use, whatever another window has done since the list was shown. */
async function findKept(name: string): Promise<NamedDatabase> {
  const [, ...kept] = await listDatabases();
  const found = kept.find((one) => one.name === name);
  if (!found) throw new StorageError('missing', undefined, name);
  return found;
}

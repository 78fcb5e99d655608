import { listDatabases, nextDatabaseName, type NamedDatabase } from '#storage/database-in-use.ts';
import { JOURNAL_KEY, ownJournal } from '#storage/journal-marks.ts';
import { copyDatabase } from '#storage/raw/copy-database.ts';
import { deleteRaw, openRaw, requestToPromise } from '#storage/raw/raw-database.ts';
import { deleteSearchDatabase } from '#storage/raw/search-database.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '#storage/schema.ts';
import { StorageError } from '#storage/storage-error.ts';
import { withTimeLimit } from '#storage/with-time-limit.ts';

/** A history that was replaced by another one. */
export interface RetainedDatabase {
  /** Name of its database. */
  name: string;
  /** Only a newer Baton can use it. */
  isNewer: boolean;
  /** `null` if it cannot be read. */
  holds: RetainedContents | null;
}

export interface RetainedContents {
  conversations: number;
  messages: number;
  /** Time of the last change of a conversation in it; `null` if there are none. */
  changedAt: number | null;
  /** Its own journal in Baton's folder; `null` if it has none. */
  journal: string | null;
}

/** Time limit for reading. A database that does not respond is listed all the same. */
const LIMIT_MS = 10_000;

const isNewer = ({ version }: NamedDatabase): boolean => schemaVersionOf(version) > SCHEMA_VERSION;

/** Every database except the one in use, newest first. */
export async function listRetained(): Promise<RetainedDatabase[]> {
  const [, ...retained] = await listDatabases();
  return Promise.all(
    retained.map(async (database) => ({
      name: database.name,
      isNewer: isNewer(database),
      holds: await withTimeLimit(readContents(database.name), LIMIT_MS, 'count').catch(() => null),
    })),
  );
}

async function readContents(name: string): Promise<RetainedContents | null> {
  const db = await openRaw(name, LIMIT_MS);
  if (!db) return null;
  try {
    const { sessions, messages, settings } = tables(db);
    const newest = sessions.indexNames.contains('updatedAt')
      ? await requestToPromise(sessions.index('updatedAt').openKeyCursor(null, 'prev'))
      : null;
    return {
      conversations: await requestToPromise(sessions.count()),
      messages: await requestToPromise(messages.count()),
      changedAt: typeof newest?.key === 'number' ? newest.key : null,
      journal: ownJournal(
        name,
        ((await requestToPromise(settings.get(JOURNAL_KEY))) as { value?: unknown } | undefined)?.value,
      ),
    };
  } finally {
    db.close();
  }
}

function tables(db: IDBDatabase): Record<'sessions' | 'messages' | 'settings', IDBObjectStore> {
  const transaction = db.transaction(['sessions', 'messages', 'settings']);
  return {
    sessions: transaction.objectStore('sessions'),
    messages: transaction.objectStore('messages'),
    settings: transaction.objectStore('settings'),
  };
}

/** Copies a retained database, compares the copy and brings it into use. If it rejects, nothing has changed. */
export async function reuseRetained(name: string, onProgress: (done: number, of: number) => void): Promise<void> {
  if (isNewer(await findRetained(name))) throw new StorageError('newer-version');
  const from = await openRaw(name);
  if (!from) throw new StorageError('missing', undefined, name);
  try {
    await copyDatabase(from, await nextDatabaseName(), onProgress);
  } finally {
    from.close();
  }
}

/** Permanent. Returns the id of the journal that the database had; `null` if it had none or cannot be read. */
export async function removeRetained(name: string): Promise<string | null> {
  await findRetained(name);
  const contents = await withTimeLimit(readContents(name), LIMIT_MS, 'count').catch(() => null);
  await deleteSearchDatabase(name);
  await deleteRaw(name);
  return contents?.journal ?? null;
}

/** Never returns the one in use, even if another window has switched since the list was shown. */
async function findRetained(name: string): Promise<NamedDatabase> {
  const [, ...retained] = await listDatabases();
  const found = retained.find((one) => one.name === name);
  if (!found) throw new StorageError('missing', undefined, name);
  return found;
}

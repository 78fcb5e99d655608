import type { BatonDatabase } from './database.ts';
import { newId } from './new-id.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** Which journal is this database's own (see contract/journal.ts). Names the database too: a copy is another one. */
const PROFILE_KEY = 'journal.profile';

/** Ids of conversations and messages that were removed and of which the journal may not have heard yet. */
const REMOVED_KEY = 'journal.removed';

/** More than these are found by comparing everything. */
const MAX_REMOVED = 50_000;

/** Settings that belong to one database, not to the history. */
export const DATABASE_SETTINGS: readonly string[] = [PROFILE_KEY, REMOVED_KEY];

/** Makes one where there is none. */
export async function journalProfile(db: BatonDatabase): Promise<string> {
  return withStorageErrors(
    db.transaction('rw', db.settings, async () => {
      const found = (await db.settings.get(PROFILE_KEY))?.value;
      if (isOwn(found) && found.database === db.name) return found.profile;
      const profile = newId();
      await db.settings.delete(REMOVED_KEY);
      await attachJournal(db, profile, db.name);
      return profile;
    }),
  );
}

function isOwn(value: unknown): value is { profile: string; database: string } {
  return typeof value === 'object' && value !== null && 'profile' in value && typeof value.profile === 'string';
}

/** `database`: the name that it has, or is about to have. */
export async function attachJournal(db: BatonDatabase, profile: string, database: string): Promise<void> {
  await db.settings.put({ key: PROFILE_KEY, value: { profile, database } });
}

/** The journal there was belongs to no database any more, and is kept. */
export async function detachJournal(db: BatonDatabase): Promise<void> {
  await withStorageErrors(db.settings.bulkDelete([PROFILE_KEY, REMOVED_KEY]));
}

/** What is removed on purpose has not been lost. Call inside the transaction that removes it, over the settings too. */
export async function noteRemoved(db: BatonDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const all = [...(await readRemoved(db)), ...ids];
  await db.settings.put({ key: REMOVED_KEY, value: all.slice(-MAX_REMOVED) });
}

export async function readRemoved(db: BatonDatabase): Promise<Set<string>> {
  const value = (await db.settings.get(REMOVED_KEY))?.value;
  return new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);
}

/** The journal has heard of these. */
export async function forgetRemoved(db: BatonDatabase, ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return;
  await withStorageErrors(
    db.transaction('rw', db.settings, async () => {
      const left = [...(await readRemoved(db))].filter((id) => !ids.has(id));
      if (left.length > 0) await db.settings.put({ key: REMOVED_KEY, value: left });
      else await db.settings.delete(REMOVED_KEY);
    }),
  );
}

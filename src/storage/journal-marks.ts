import type { BatonDatabase } from './database.ts';
import { newId } from './new-id.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/**
 * The id of this database's own journal (see contract/journal.ts). Also names the database, since a copy is a different
 * one.
 */
export const JOURNAL_KEY = 'journal.profile';

/** Ids of removed conversations and messages that the journal may not know about yet. */
const REMOVED_KEY = 'journal.removed';

/** Which conversations were rewritten (see rewrites.ts). */
export const REWRITES_KEY = 'search.rewrites';

/** If there are more, `TOO_MANY` takes their place. */
const MAX_REMOVED = 50_000;
/** Every row that is missing counts as removed until all rows have been compared. */
export const TOO_MANY = '*';

/** Settings that belong to one database, not to the history. */
export const DATABASE_SETTINGS: readonly string[] = [JOURNAL_KEY, REMOVED_KEY, REWRITES_KEY];

/** Creates an id if there is none. */
export async function journalProfile(db: BatonDatabase): Promise<string> {
  const before = await withStorageErrors(attachedJournal(db));
  if (before !== null) return before;
  return withStorageErrors(
    db.transaction('rw', db.settings, async () => {
      const found = await attachedJournal(db);
      if (found !== null) return found;
      const profile = newId();
      await db.settings.delete(REMOVED_KEY);
      await attachJournal(db, profile, db.name);
      return profile;
    }),
  );
}

/** The id of the journal that this database has now; `null` if it has none. */
export async function attachedJournal(db: BatonDatabase): Promise<string | null> {
  return ownJournal(db.name, (await db.settings.get(JOURNAL_KEY))?.value);
}

/** The journal of the database `name`, from the value of its setting `JOURNAL_KEY`; `null` if that is another one's. */
export function ownJournal(name: string, value: unknown): string | null {
  return isOwn(value) && value.database === name ? value.profile : null;
}

function isOwn(value: unknown): value is { profile: string; database: string } {
  return typeof value === 'object' && value !== null && 'profile' in value && typeof value.profile === 'string';
}

/** `database`: its current or future name. */
export async function attachJournal(db: BatonDatabase, profile: string, database: string): Promise<void> {
  await db.settings.put({ key: JOURNAL_KEY, value: { profile, database } });
}

/** The former journal is no longer attached to a database, and is not deleted. */
export async function detachJournal(db: BatonDatabase): Promise<void> {
  await withStorageErrors(db.settings.bulkDelete([JOURNAL_KEY, REMOVED_KEY]));
}

/**
 * Marks deliberate removals, so that they don't count as lost. Call inside the removing transaction, which must include
 * the settings.
 */
export async function noteRemoved(db: BatonDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const all = [...(await readRemoved(db)), ...ids];
  await db.settings.put({ key: REMOVED_KEY, value: all.length > MAX_REMOVED ? [TOO_MANY] : all });
}

/** Whether this conversation or message was removed on purpose. */
export function isRemoved(removed: ReadonlySet<string>, id: unknown): boolean {
  return removed.has(String(id)) || removed.has(TOO_MANY);
}

export async function readRemoved(db: BatonDatabase): Promise<Set<string>> {
  const value = (await db.settings.get(REMOVED_KEY))?.value;
  return new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);
}

/** Called when the journal knows about these removals. */
export async function forgetRemoved(db: BatonDatabase, ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return;
  await withStorageErrors(
    db.transaction('rw', db.settings, async () => {
      const remaining = [...(await readRemoved(db))].filter((id) => !ids.has(id));
      if (remaining.length > 0) await db.settings.put({ key: REMOVED_KEY, value: remaining });
      else await db.settings.delete(REMOVED_KEY);
    }),
  );
}

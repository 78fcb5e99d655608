import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { noteRemoved } from './journal-marks.ts';
import { addUnreferenced, blobsIn } from './blob-gc.ts';
import { outputsOf } from './output-repository.ts';
import { StorageError } from './storage-error.ts';
import { withStorageErrors } from './with-storage-errors.ts';
import { writeTombstone } from './sync-marks.ts';

type TableName = { [N in keyof BatonDatabase]: BatonDatabase[N] extends Table ? N : never }[keyof BatonDatabase];

/** Removes what a table holds of one conversation; null for a table that belongs to no conversation alone. */
type Remove = ((db: BatonDatabase, sessionId: string) => PromiseLike<unknown>) | null;

/** Every table of the database: whoever adds one has to say here what of it goes with a conversation. */
const REMOVE: Readonly<Record<TableName, Remove>> = {
  sessions: (db, id) => db.sessions.delete(id),
  messages: (db, id) => messagesOf(db, id).delete(),
  overlays: (db, id) => db.overlays.where('sessionId').equals(id).delete(),
  sends: (db, id) => db.sends.where('sessionId').equals(id).delete(),
  usage: (db, id) => db.usage.where('sessionId').equals(id).delete(),
  drafts: (db, id) => db.drafts.delete(id),
  writers: (db, id) => db.writers.delete(id),
  plans: (db, id) => db.plans.delete(id),
  outputs: (db, id) => outputsOf(db, id).delete(),
  async runRecords(db, id) {
    for (const run of await db.runs.where('sessionId').equals(id).primaryKeys()) {
      await db.runRecords.where('[run+seq]').between([run, Dexie.minKey], [run, Dexie.maxKey]).delete();
    }
  },
  // Behind its records, which are found by it.
  runs: (db, id) => db.runs.where('sessionId').equals(id).delete(),
  // Kept once for all conversations, forks among them: what nothing names any more goes.
  toolLists: null,
  blobs: null,
  settings: null,
  prompts: null,
  assistants: null,
  folders: null,
  // Other machines are told of the end of what they know.
  syncMarks: (db, id) => writeTombstone(db, id),
  tombstones: null,
};

/**
 * Removes a conversation of the trash with the tasks below it, whole or not at all. Content that it shared with others
 * stays; blobs are only marked as loose (see `sweepBlobs`). Answers the ids of what was removed, none where it is gone
 * already. Rejects for a conversation that is not in the trash.
 */
export async function removeSession(db: BatonDatabase, id: string): Promise<string[]> {
  return withStorageErrors(
    db.transaction('rw', db.tables, async () => {
      const row = await db.sessions.get(id);
      if (!row) return [];
      if (row.deletedAt === 0) throw new StorageError('missing', undefined, `session ${id} in the trash`);
      const ids = [id, ...(await db.sessions.where('task.above').equals(id).primaryKeys())];
      await clearSessions(db, ids);
      return ids;
    }),
  );
}

/** Takes everything of these conversations out, wherever they are. Call inside a transaction over all tables. */
export async function clearSessions(db: BatonDatabase, ids: readonly string[]): Promise<void> {
  const lists = new Set<string>();
  for (const one of ids) {
    await noteRemoved(db, [one, ...(await messagesOf(db, one).primaryKeys())]);
    await addUnreferenced(db, await namedBlobs(db, one));
    const sends = await db.sends.where('sessionId').equals(one).toArray();
    for (const { tools } of sends) if (tools !== undefined) lists.add(tools);
    for (const remove of Object.values(REMOVE)) await remove?.(db, one);
  }
  await db.sends.each(({ tools }) => void (tools !== undefined && lists.delete(tools)));
  await db.toolLists.bulkDelete([...lists]);
}

function messagesOf(db: BatonDatabase, id: string) {
  return db.messages.where('[sessionId+seq]').between([id, Dexie.minKey], [id, Dexie.maxKey]);
}

async function namedBlobs(db: BatonDatabase, id: string): Promise<Set<string>> {
  const found = new Set<string>();
  const add = (row: unknown): void => {
    for (const hash of blobsIn(row)) found.add(hash);
  };
  await messagesOf(db, id).each(add);
  await db.runs.where('sessionId').equals(id).each(add);
  add(await db.drafts.get(id));
  return found;
}

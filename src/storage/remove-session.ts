import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { noteRemoved } from './journal-marks.ts';
import { addUnreferenced, blobsIn } from './blob-gc.ts';
import { editsIn } from './edit-repository.ts';
import { noteListsOf } from './note-lists.ts';
import { outputsOf } from './output-repository.ts';
import { noteRewritten } from './rewrites.ts';
import { StorageError } from './storage-error.ts';
import { withStorageErrors } from './with-storage-errors.ts';
import { writeTombstone } from './sync-marks.ts';

type TableName = { [N in keyof BatonDatabase]: BatonDatabase[N] extends Table ? N : never }[keyof BatonDatabase];

/** Removes one conversation's rows from a table; `null` for a table that is shared between conversations. */
type Remove = ((db: BatonDatabase, sessionId: string) => PromiseLike<unknown>) | null;

/** Every table of the database. A new table must declare here what is removed with a conversation. */
const REMOVE: Readonly<Record<TableName, Remove>> = {
  sessions: (db, id) => db.sessions.delete(id),
  messages: (db, id) => messagesOf(db, id).delete(),
  overlays: (db, id) => db.overlays.where('sessionId').equals(id).delete(),
  sends: (db, id) => db.sends.where('sessionId').equals(id).delete(),
  noteLists: (db, id) => noteListsOf(db, id).delete(),
  usage: (db, id) => db.usage.where('sessionId').equals(id).delete(),
  async drafts(db, id) {
    await db.drafts.delete(id);
    await editsIn(db, id).delete();
  },
  writers: (db, id) => db.writers.delete(id),
  plans: (db, id) => db.plans.delete(id),
  outputs: (db, id) => outputsOf(db, id).delete(),
  async runRecords(db, id) {
    for (const run of await db.runs.where('sessionId').equals(id).primaryKeys()) {
      await db.runRecords.where('[run+seq]').between([run, Dexie.minKey], [run, Dexie.maxKey]).delete();
    }
  },
  // Removed after its records, which are found through it.
  runs: (db, id) => db.runs.where('sessionId').equals(id).delete(),
  // Stored once for all conversations, including forks. Those that no row names anymore are removed.
  toolLists: null,
  blobs: null,
  settings: null,
  prompts: null,
  assistants: null,
  folders: null,
  projectFiles: null,
  projectTexts: null,
  projectVectors: null,
  // Tells other devices that it was removed.
  syncMarks: (db, id) => writeTombstone(db, id),
  tombstones: null,
};

/**
 * Removes a conversation in the trash with its tasks: everything or nothing. Content shared with other conversations
 * stays; blobs are only marked as unreferenced (see `sweepBlobs`). Returns the removed ids; none if it was already
 * removed. Rejects for a conversation that is not in the trash.
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

/** Removes everything of these conversations, in the trash or not. Call inside a transaction over all tables. */
export async function clearSessions(db: BatonDatabase, ids: readonly string[]): Promise<void> {
  const lists = new Set<string>();
  await noteRewritten(db, ids);
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
  await editsIn(db, id).each(add);
  return found;
}

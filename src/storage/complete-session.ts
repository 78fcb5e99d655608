import { Dexie, type Table } from 'dexie';
import type { z } from 'zod/mini';
import type { BatonDatabase } from './database.ts';
import { noteRemoved } from './journal-marks.ts';
import { toMessageRow } from './write-messages.ts';
import { noteListsOf } from './note-lists.ts';
import { outputsOf } from './output-repository.ts';
import { ADDED_TABLES } from './relax-writes.ts';
import { noteRewritten } from './rewrites.ts';
import { readRow, type OnUnreadableRow } from './read-row.ts';
import {
  OutputRowSchema,
  OverlayRowSchema,
  PlanRowSchema,
  StoredMessageSchema,
  UsageRowSchema,
} from './row-schemas.ts';
import { DraftRowSchema } from './draft-schemas.ts';
import { editsIn } from './edit-repository.ts';
import type {
  DraftRow,
  OutputRow,
  OverlayRow,
  PlanRow,
  SendRow,
  SessionRow,
  StoredMessage,
  ToolListRow,
  UsageRow,
} from './rows.ts';
import { readSends } from './send-repository.ts';
import { storeSends } from './store-sends.ts';
import { ToolListRowSchema } from './send-schemas.ts';
import { withStorageErrors } from './with-storage-errors.ts';
import { writeFenced, writeWithin, type Fence } from './writer-fence.ts';

const PAGE = 200;
/** A large conversation takes longer. */
const CHANGE_LIMIT_MS = 120_000;

/** Every message of a conversation in all its branches, in order, with one page in memory at a time. */
export async function* readMessages(
  db: BatonDatabase,
  sessionId: string,
  onUnreadableRow: OnUnreadableRow,
): AsyncGenerator<StoredMessage> {
  for (let from: number | null = 0; from !== null;) {
    const page: MessagePage = await readPage(db, sessionId, from, onUnreadableRow);
    yield* page.messages;
    from = page.next;
  }
}

/**
 * The same as one list, which can be read inside a transaction. Dexie loses a transaction after awaiting a hundred
 * promises without a request (`ZONE_ECHO_LIMIT`), so nothing is awaited per message.
 */
export async function listMessages(
  db: BatonDatabase,
  sessionId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<StoredMessage[]> {
  const all: StoredMessage[] = [];
  for (let from: number | null = 0; from !== null;) {
    const page: MessagePage = await readPage(db, sessionId, from, onUnreadableRow);
    for (const message of page.messages) all.push(message);
    from = page.next;
  }
  return all;
}

interface MessagePage {
  messages: StoredMessage[];
  /** The position after which the next page begins; `null` after the last one. */
  next: number | null;
}

async function readPage(
  db: BatonDatabase,
  sessionId: string,
  from: number,
  onUnreadableRow: OnUnreadableRow,
): Promise<MessagePage> {
  const rows = await db.messages
    .where('[sessionId+seq]')
    .between([sessionId, from], [sessionId, Dexie.maxKey], false)
    .limit(PAGE)
    .toArray();
  const messages: StoredMessage[] = [];
  for (const row of rows) {
    const message = readRow(StoredMessageSchema, row, { table: 'messages', key: row.id }, onUnreadableRow);
    if (message) messages.push(message);
  }
  const last = rows.at(-1);
  return { messages, next: last && rows.length === PAGE ? last.seq : null };
}

/** The highest number that a message of the conversation has, readable or not; 0 without messages. */
export async function lastSeqOf(db: BatonDatabase, sessionId: string): Promise<number> {
  const ofSession = db.messages.where('[sessionId+seq]').between([sessionId, Dexie.minKey], [sessionId, Dexie.maxKey]);
  return (await ofSession.last())?.seq ?? 0;
}

export interface SessionExtras {
  overlays: OverlayRow[];
  sends: SendRow[];
  usage: UsageRow[];
  outputs: OutputRow[];
  plan: PlanRow | null;
  draft: DraftRow | null;
}

/** What is stored about a conversation in addition to its messages. */
export async function readCompanions(
  db: BatonDatabase,
  sessionId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<SessionExtras> {
  const readable = <T extends { id: string }>(schema: z.ZodMiniType<T>, table: string, rows: readonly T[]): T[] =>
    rows.map((row) => readRow(schema, row, { table, key: row.id }, onUnreadableRow)).filter((row) => row !== null);
  const one = <T>(schema: z.ZodMiniType<T>, table: string, row: T | undefined): T | null =>
    row === undefined ? null : readRow(schema, row, { table, key: sessionId }, onUnreadableRow);
  const of = <T>(table: Table<T, string>) => table.where('sessionId').equals(sessionId).toArray();
  return {
    overlays: readable(OverlayRowSchema, 'overlays', await of(db.overlays)),
    sends: await readSends(db, sessionId, onUnreadableRow),
    usage: readable(UsageRowSchema, 'usage', await of(db.usage)),
    outputs: readable(OutputRowSchema, 'outputs', await outputsOf(db, sessionId).toArray()),
    plan: one(PlanRowSchema, 'plans', await db.plans.get(sessionId)),
    draft: one(DraftRowSchema, 'drafts', await db.drafts.get(sessionId)),
  };
}

export async function getToolList(
  db: BatonDatabase,
  digest: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<ToolListRow | null> {
  const row: unknown = await db.toolLists.get(digest);
  return row === undefined
    ? null
    : readRow(ToolListRowSchema, row, { table: 'toolLists', key: digest }, onUnreadableRow);
}

/** Stores a list of tools that is not stored yet. */
export async function saveToolList(db: BatonDatabase, row: ToolListRow): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', db.toolLists, async () => {
      if (!(await db.toolLists.get(row.digest))) await db.toolLists.add(row);
    }),
  );
}

/** Returns the ids that messages or overlays already have. */
export async function existingIds(db: BatonDatabase, ids: readonly string[]): Promise<Set<string>> {
  return new Set([...(await existingKeys(db.messages, ids)), ...(await existingKeys(db.overlays, ids))]);
}

/** Ids of a conversation usually lie next to each other, so one read tells about all of them. */
async function existingKeys<T>(table: Table<T, string>, ids: readonly string[]): Promise<string[]> {
  const sorted = ids.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const limit = 2 * ids.length;
  const between = await table.where(':id').between(first, last, true, true).limit(limit).primaryKeys();
  if (between.length === limit) return table.where(':id').anyOf(sorted).primaryKeys();
  const wanted = new Set(ids);
  return between.filter((id) => wanted.has(id));
}

/** A conversation that is not stored yet, with all its rows. */
export interface NewSession {
  session: SessionRow;
  add: SessionChange['add'];
}

/**
 * Adds conversations in one transaction: all of them or, when any of their rows is stored already, none. It returns
 * before they reach the disk (see `relaxWrites`); call `flushWrites` in the end.
 */
export async function addSessions(db: BatonDatabase, added: readonly NewSession[]): Promise<void> {
  await writeWithin(CHANGE_LIMIT_MS, db, addedTables(db), async () => {
    await db.sessions.bulkAdd(added.map(({ session }) => session));
    for (const { add } of added) await addRows(db, add);
  });
}

const addedTables = (db: BatonDatabase): Table[] => ADDED_TABLES.map((name) => db.table(name));

async function addRows(db: BatonDatabase, add: SessionChange['add']): Promise<void> {
  for (let at = 0; at < add.messages.length; at += 500)
    await db.messages.bulkAdd(add.messages.slice(at, at + 500).map(toMessageRow));
  if (add.overlays.length > 0) await db.overlays.bulkAdd(add.overlays);
  if (add.sends.length > 0) await storeSends(db, add.sends, 'add');
  if (add.usage.length > 0) await db.usage.bulkAdd(add.usage);
  if (add.outputs.length > 0) await db.outputs.bulkAdd(add.outputs);
  if (add.plan) await db.plans.add(add.plan);
  if (add.draft) await db.drafts.add(add.draft);
}

/** Returns when everything written before is on the disk: a strict write takes it along. */
export async function flushWrites(db: BatonDatabase): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', db.writers, async () => {
      await db.writers.put({ sessionId: '', token: '' });
      await db.writers.delete('');
    }),
  );
}

export interface SessionChange {
  /** `null`: the conversation is removed, with everything that `remove` names. */
  session: SessionRow | null;
  /** New rows. An existing row makes the whole change fail. */
  add: SessionExtras & { messages: StoredMessage[] };
  /** Replaces existing rows. */
  put: { messages: StoredMessage[]; overlays: OverlayRow[] };
  remove: Record<'messages' | 'overlays' | 'sends' | 'usage' | 'outputs', string[]> & { plan: boolean; draft: boolean };
}

/** Changes a conversation and all its rows in one transaction: everything or nothing. */
export async function changeSession(db: BatonDatabase, fence: Fence, change: SessionChange): Promise<void> {
  const { sessionId } = fence;
  const tables = [...addedTables(db), db.settings];
  await writeFenced(
    db,
    fence,
    tables,
    async () => {
      const { session, add, put, remove } = change;
      await noteRemoved(db, session ? remove.messages : [sessionId, ...remove.messages]);
      await noteRewritten(db, [sessionId]);
      await db.messages.bulkDelete(remove.messages);
      await db.overlays.bulkDelete(remove.overlays);
      await db.sends.bulkDelete(remove.sends);
      await db.usage.bulkDelete(remove.usage);
      await db.outputs.bulkDelete(remove.outputs.map((id): [string, string] => [sessionId, id]));
      if (remove.plan) await db.plans.delete(sessionId);
      if (remove.draft) await db.drafts.delete(sessionId);
      await db.messages.bulkPut(put.messages.map(toMessageRow));
      await db.overlays.bulkPut(put.overlays);
      await addRows(db, add);
      if (session) await db.sessions.put(session);
      else {
        await editsIn(db, sessionId).delete();
        await noteListsOf(db, sessionId).delete();
        await db.sessions.delete(sessionId);
      }
    },
    CHANGE_LIMIT_MS,
  );
}

import { digest } from '#core/hash.ts';
import type { Overlay, ToolSpec } from '#core/request.ts';
import type { BatonDatabase } from './database.ts';
import { joinNotes, namedLists, noteListsOf, splitNotes } from './note-lists.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import type { SendRow, ToolListRow } from './rows.ts';
import type { NoteListRow, StoredSend } from './send-rows.ts';
import { SendRowSchema, ToolListRowSchema } from './send-schemas.ts';
import { writeFenced } from './writer-fence.ts';
import type { Fence } from './writer-fence.ts';

const rows = new WeakMap<readonly ToolSpec[], ToolListRow>();

/** The row of a list of tools, which must not change afterwards; `null` for an empty list. */
export function toolListRow(tools: readonly ToolSpec[]): ToolListRow | null {
  if (tools.length === 0) return null;
  const row = rows.get(tools) ?? { digest: digest(JSON.stringify(tools)), tools };
  rows.set(tools, row);
  return row;
}

/**
 * Stores the request of an answer, its offered tools and the overlays that it was made with and that later requests
 * must keep: all or nothing.
 */
export async function putSend(
  db: BatonDatabase,
  fence: Fence,
  row: SendRow,
  overlays: readonly Overlay[] = [],
  tools: ToolListRow | null = null,
): Promise<void> {
  await writeFenced(db, fence, [db.sends, db.noteLists, db.overlays, db.toolLists], async () => {
    await db.overlays.bulkAdd(overlays);
    if (tools && !(await db.toolLists.get(tools.digest))) await db.toolLists.add(tools);
    await storeSends(db, [row], 'put');
  });
}

/** The tools that a request offered; `null` if unknown. */
export async function getTools(
  db: BatonDatabase,
  { tools }: SendRow,
  onUnreadableRow: OnUnreadableRow,
): Promise<readonly ToolSpec[] | null> {
  const row: unknown = tools === undefined ? undefined : await db.toolLists.get(tools);
  if (row === undefined) return null;
  return readRow(ToolListRowSchema, row, { table: 'toolLists', key: tools ?? '' }, onUnreadableRow)?.tools ?? null;
}

/**
 * Stores requests, and those of their lists of notes that are not stored yet. Call it in a transaction over `sends` and
 * `noteLists`.
 */
export async function storeSends(db: BatonDatabase, sends: readonly SendRow[], how: 'add' | 'put'): Promise<void> {
  const split = sends.map(splitNotes);
  const lists = new Map(split.flatMap(({ lists }) => lists.map((list) => [nameOf(list), list])));
  for (const id of new Set([...lists.values()].map(({ sessionId }) => sessionId)))
    for (const [sessionId, digest] of await noteListsOf(db, id).primaryKeys())
      lists.delete(nameOf({ sessionId, digest }));
  const rows = split.map(({ row }) => row);
  if (lists.size > 0) await db.noteLists.bulkAdd([...lists.values()]);
  await (how === 'add' ? db.sends.bulkAdd(rows) : db.sends.bulkPut(rows));
}

/** All readable requests of a conversation. */
export async function readSends(
  db: BatonDatabase,
  sessionId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<SendRow[]> {
  const rows = await db.sends.where('sessionId').equals(sessionId).toArray();
  const lists = rows.some(({ noteLists }) => noteLists) ? await noteListsOf(db, sessionId).toArray() : [];
  return rows.flatMap((row) => checked(row, lists, onUnreadableRow) ?? []);
}

/** How an answer was requested; `null` for an answer from before this was stored. */
export async function getSend(
  db: BatonDatabase,
  id: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<SendRow | null> {
  const row = await db.sends.get(id);
  if (!row) return null;
  const keys = namedLists(row).map((digest): [string, string] => [row.sessionId, digest]);
  return checked(row, keys.length > 0 ? await db.noteLists.bulkGet(keys) : [], onUnreadableRow);
}

function checked(
  row: StoredSend,
  lists: readonly (NoteListRow | undefined)[],
  onUnreadableRow: OnUnreadableRow,
): SendRow | null {
  const notes = new Map(lists.map((list) => [list?.digest, list?.notes]));
  const whole = joinNotes(row, (digest) => notes.get(digest));
  return readRow(SendRowSchema, whole, { table: 'sends', key: row.id }, onUnreadableRow);
}

const nameOf = ({ sessionId, digest }: Pick<NoteListRow, 'sessionId' | 'digest'>): string => `${sessionId} ${digest}`;

import type { ToolSpec } from '#core/request.ts';
import type { BatonDatabase } from './database.ts';
import { joinNotes, namedLists, noteListsOf } from './note-lists.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import type { SendRow } from './rows.ts';
import type { NoteListRow, StoredSend } from './send-rows.ts';
import { SendRowSchema, ToolListRowSchema } from './send-schemas.ts';

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

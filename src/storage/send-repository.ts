import type { Table } from 'dexie';
import { digest } from '#core/hash.ts';
import type { Overlay, ToolSpec } from '#core/request.ts';
import type { Usage } from '#core/usage.ts';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { rowMemory } from './row-memory.ts';
import type { SendRow, ToolListRow } from './rows.ts';
import { MeasuredSendRowSchema, SendRowSchema, ToolListRowSchema, type MeasuredSendRow } from './send-schemas.ts';
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
  await writeFenced(db, fence, [db.sends, db.overlays, db.toolLists], async () => {
    await db.overlays.bulkAdd(overlays);
    if (tools && !(await db.toolLists.get(tools.digest))) await db.toolLists.add(tools);
    await db.sends.put(row);
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

/** How an answer was requested; `null` for an answer from before this was stored. */
export async function getSend(
  db: BatonDatabase,
  id: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<SendRow | null> {
  const row: unknown = await db.sends.get(id);
  return row === undefined ? null : readRow(SendRowSchema, row, { table: 'sends', key: id }, onUnreadableRow);
}

/** More rows than this are read together, and not each by its id. */
const FEW = 4;

/** An answered request with the vendor's usage. */
export interface MeasuredSend {
  send: MeasuredSendRow;
  usage: Usage;
}

/** The newest answered requests of a conversation, newest first. Reads only those that it has not read before. */
export async function listMeasuredSends(
  db: BatonDatabase,
  sessionId: string,
  most: number,
  onUnreadableRow: OnUnreadableRow,
): Promise<MeasuredSend[]> {
  // Ids grow with time, and an index lists equal keys in the order of their ids.
  // oxlint-disable-next-line unicorn/no-array-reverse -- a query, not an array
  const newestOf = <Row>(table: Table<Row, string>) => table.where('sessionId').equals(sessionId).reverse().limit(most);
  const memory = rowMemory<MeasuredSendRow>(db, 'sends');
  const before = memory.changes;
  return db.transaction('r', db.sends, db.usage, async () => {
    const [ids, usage] = await Promise.all([newestOf(db.sends).primaryKeys(), newestOf(db.usage).toArray()]);
    const known = new Map(usage.map((row) => [row.id, row.usage]));
    // Usage of what has no send, such as titles, may come in between. With fewer rows than asked for, all have been read.
    const uncounted = usage.length < most ? [] : ids.filter((id) => !known.has(id));
    for (const row of await db.usage.bulkGet(uncounted)) if (row) known.set(row.id, row.usage);
    const remembered = new Map(ids.map((id) => [id, memory.get(id)]));
    const unread = ids.filter((id) => known.has(id) && !remembered.get(id));
    const rows = await (unread.length > FEW ? newestOf(db.sends).toArray() : db.sends.bulkGet(unread));
    const read = new Map(rows.map((row) => [row?.id, row]));
    return ids.flatMap((id) => {
      const usage = known.get(id);
      const raw = remembered.get(id) ? undefined : read.get(id);
      const row = raw && readRow(MeasuredSendRowSchema, raw, { table: 'sends', key: id }, onUnreadableRow);
      const send = row ? memory.put(id, row, before) : remembered.get(id);
      return usage && send ? [{ send, usage }] : [];
    });
  });
}

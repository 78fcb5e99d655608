import type { Table } from 'dexie';
import { digest } from '#core/hash.ts';
import type { Overlay, ToolSpec } from '#core/request.ts';
import type { Usage } from '#core/usage.ts';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import type { SendRow, ToolListRow } from './rows.ts';
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

/** An answered request with the vendor's usage. */
export interface MeasuredSend {
  send: SendRow;
  usage: Usage;
}

/** The newest answered requests of a conversation, newest first. */
export async function listMeasuredSends(
  db: BatonDatabase,
  sessionId: string,
  most: number,
  onUnreadableRow: OnUnreadableRow,
): Promise<MeasuredSend[]> {
  // Ids grow with time, and an index lists equal keys in the order of their ids.
  // oxlint-disable-next-line unicorn/no-array-reverse -- a query, not an array
  const newestOf = <Row>(table: Table<Row, string>) => table.where('sessionId').equals(sessionId).reverse().limit(most);
  const [rows, counted] = await db.transaction('r', db.sends, db.usage, async () => {
    const [sends, usage] = await Promise.all([newestOf(db.sends).toArray(), newestOf(db.usage).toArray()]);
    const known = new Map(usage.map((row) => [row.id, row]));
    // Usage of what has no send, such as titles, may come in between. With fewer rows than asked for, all have been read.
    const unread = usage.length < most ? [] : sends.filter(({ id }) => !known.has(id));
    const others = await db.usage.bulkGet(unread.map(({ id }) => id));
    for (const row of others) if (row) known.set(row.id, row);
    return [sends, known] as const;
  });
  return rows.flatMap((raw) => {
    const usage = counted.get(raw.id)?.usage;
    const send = usage ? readRow(SendRowSchema, raw, { table: 'sends', key: raw.id }, onUnreadableRow) : null;
    return usage && send ? [{ send, usage }] : [];
  });
}

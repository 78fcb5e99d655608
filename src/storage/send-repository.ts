import { digest } from '#core/hash.ts';
import type { Overlay, ToolSpec } from '#core/request.ts';
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

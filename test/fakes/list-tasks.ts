import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { readRow } from '#storage/read-row.ts';
import type { SessionRow } from '#storage/rows.ts';
import { SessionRowSchema } from '#storage/row-schemas.ts';

/** Every task below a conversation, oldest first. */
export async function listTasks(
  db: BatonDatabase,
  id: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<SessionRow[]> {
  const rows = await db.sessions.where('task.above').equals(id).toArray();
  const read = rows.map((raw) => readRow(SessionRowSchema, raw, { table: 'sessions', key: raw.id }, onUnreadableRow));
  return read.filter((row) => row !== null).sort((a, b) => (a.id < b.id ? -1 : 1));
}

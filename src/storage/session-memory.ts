import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { rowMemory } from './row-memory.ts';
import { SessionRowSchema } from './row-schemas.ts';
import type { SessionRow } from './rows.ts';

/** More rows than this are read together, and not each by its id. */
const FEW = 64;

/**
 * The conversations that are kept, or in the trash, in no order. A list of thousands costs what has changed in it: reads
 * and checks only what any window wrote since the last time. A row that didn't change stays the same object.
 */
export async function listRemembered(
  db: BatonDatabase,
  which: 'kept' | 'trash',
  onUnreadableRow: OnUnreadableRow,
): Promise<SessionRow[]> {
  const { sessions } = db;
  const memory = rowMemory<SessionRow>(db, 'sessions');
  const before = memory.changes;
  const range = () => {
    const byDeletedAt = sessions.where('deletedAt');
    return which === 'kept' ? byDeletedAt.equals(0) : byDeletedAt.above(0);
  };
  const listed = await db.transaction('r', sessions, async () => {
    // Makes a live query run again after any change of a conversation. Ids only tell which ones come and go.
    await sessions.count();
    const ids = await range().primaryKeys();
    const known = ids.map((id) => memory.get(id));
    const missing = ids.filter((_, at) => !known[at]);
    const read = missing.length > FEW ? await range().toArray() : await sessions.bulkGet(missing);
    const byId = new Map(read.map((row) => [row?.id, row]));
    return ids.map((id, at) => known[at] ?? { raw: byId.get(id), id });
  });
  return listed.flatMap((one) => {
    if (!('raw' in one)) return [one];
    const { raw, id } = one;
    const read = raw && readRow(SessionRowSchema, raw, { table: 'sessions', key: id }, onUnreadableRow);
    return read ? [memory.put(id, read, before)] : [];
  });
}

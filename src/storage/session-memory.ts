import { cmp, Dexie, type ObservabilitySet } from 'dexie';
import { reuseEqual } from '#core/reuse-equal.ts';
import { rangesIn } from './changed-ranges.ts';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { SessionRowSchema } from './row-schemas.ts';
import type { SessionRow } from './rows.ts';

/** More rows than this are read together, and not each by its id. */
const FEW = 64;

/** Rows that were read and checked before. `changes` grows with every write. */
interface Memory {
  rows: Map<string, { row: SessionRow; current: boolean }>;
  changes: number;
}

const memories = new WeakMap<BatonDatabase, Memory>();

function memoryOf(db: BatonDatabase): Memory {
  const known = memories.get(db);
  if (known) return known;
  const memory: Memory = { rows: new Map(), changes: 0 };
  memories.set(db, memory);
  const { rows } = memory;
  Dexie.on('storagemutated', (parts: ObservabilitySet) => {
    const ranges = parts[`idb://${db.name}/sessions/`];
    for (const { from, to } of ranges ? rangesIn(ranges) : []) {
      memory.changes += 1;
      const isOne = typeof from === 'string' && cmp(from, to) === 0;
      for (const remembered of isOne ? [rows.get(from)] : rows.values()) if (remembered) remembered.current = false;
    }
  });
  return memory;
}

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
  const memory = memoryOf(db);
  const before = memory.changes;
  const range = () => {
    const byDeletedAt = sessions.where('deletedAt');
    return which === 'kept' ? byDeletedAt.equals(0) : byDeletedAt.above(0);
  };
  const listed = await db.transaction('r', sessions, async () => {
    // Makes a live query run again after any change of a conversation. Ids only tell which ones come and go.
    await sessions.count();
    const ids = await range().primaryKeys();
    const known = ids.map((id) => memory.rows.get(id)).map((one) => (one?.current ? one.row : null));
    const missing = ids.filter((_, at) => !known[at]);
    const read = missing.length > FEW ? await range().toArray() : await sessions.bulkGet(missing);
    const byId = new Map(read.map((row) => [row?.id, row]));
    return ids.map((id, at) => known[at] ?? { raw: byId.get(id), id });
  });
  return listed.flatMap((one) => {
    if (!('raw' in one)) return [one];
    const { raw, id } = one;
    const read = raw && readRow(SessionRowSchema, raw, { table: 'sessions', key: id }, onUnreadableRow);
    if (!read) return [];
    const row = reuseEqual(memory.rows.get(id)?.row, read);
    if (before === memory.changes) memory.rows.set(id, { row, current: true });
    return [row];
  });
}

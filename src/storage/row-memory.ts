import { cmp, Dexie, type ObservabilitySet, type Table } from 'dexie';
import { reuseEqual } from '#core/reuse-equal.ts';
import { rangesIn } from './changed-ranges.ts';
import type { BatonDatabase } from './database.ts';

/** Rows of one table that were read and checked before. */
interface RowMemory {
  /** Grows with every write of any window. */
  readonly changes: number;
  /** `undefined` if the row isn't known, or was written since. */
  get(id: string): unknown;
  /**
   * Remembers a row, unless one was written since `changes` was this number, and returns it: the same object as before if
   * it is equal. Forgets the oldest one beyond `most`.
   */
  put(id: string, row: unknown, changes: number, most: number): unknown;
}

const memories = new WeakMap<BatonDatabase, Map<string, RowMemory>>();

export interface Remembered<Row> {
  /** Reads all of the rows together. */
  all: () => Promise<unknown[]>;
  /** Up to this many are read each by its id. */
  few: number;
  /** The most rows of the table that are remembered. */
  most: number;
  /** Checks a row that was read; `null` if it can't be used. In every call for this table it must return the same for the same row. */
  check: (raw: unknown, id: string) => Row | null;
}

/**
 * The rows of these ids, in this order, without those that are gone or can't be used. Reads and checks only what any
 * window wrote since the last time; a row that didn't change stays the same object. Call it in the transaction that read
 * the ids. A live query that lists the ids by an index is told of rows that are put or deleted, but not of `update`, which
 * leaves the index alone.
 */
export async function readRemembered<Row>(
  db: BatonDatabase,
  table: Table<{ id: string }, string>,
  ids: readonly string[],
  { all, few, most, check }: Remembered<Row>,
): Promise<Row[]> {
  const memory = memoryOf(db, table.name);
  const { changes } = memory;
  const known = ids.map((id) => memory.get(id));
  const unread = ids.filter((_, at) => known[at] === undefined);
  const read = await (unread.length > few ? all() : table.bulkGet(unread));
  const byId = new Map(read.map((row) => [(row as { id?: string } | undefined)?.id, row]));
  return ids.flatMap((id, at): Row[] => {
    if (known[at] !== undefined) return [known[at] as Row];
    const raw = byId.get(id);
    const row = raw === undefined ? null : check(raw, id);
    return row === null ? [] : [memory.put(id, row, changes, most) as Row];
  });
}

function memoryOf(db: BatonDatabase, table: string): RowMemory {
  const tables = memories.get(db) ?? new Map<string, RowMemory>();
  memories.set(db, tables);
  const memory = tables.get(table) ?? watchedMemory(db, table);
  tables.set(table, memory);
  return memory;
}

function watchedMemory(db: BatonDatabase, table: string): RowMemory {
  const rows = new Map<string, { row: unknown; current: boolean }>();
  let changes = 0;
  Dexie.on('storagemutated', (parts: ObservabilitySet) => {
    const ranges = parts[`idb://${db.name}/${table}/`];
    for (const { from, to } of ranges ? rangesIn(ranges) : []) {
      changes += 1;
      const isOne = typeof from === 'string' && cmp(from, to) === 0;
      for (const remembered of isOne ? [rows.get(from)] : rows.values()) if (remembered) remembered.current = false;
    }
  });
  return {
    get changes() {
      return changes;
    },
    get(id) {
      const remembered = rows.get(id);
      return remembered?.current ? remembered.row : undefined;
    },
    put(id, read, before, most) {
      const row = reuseEqual(rows.get(id)?.row, read);
      if (before === changes) rows.set(id, { row, current: true });
      const [oldest] = rows.size > most ? rows.keys() : [];
      if (oldest !== undefined) rows.delete(oldest);
      return row;
    },
  };
}

import { cmp, Dexie, type ObservabilitySet } from 'dexie';
import { reuseEqual } from '#core/reuse-equal.ts';
import { rangesIn } from './changed-ranges.ts';
import type { BatonDatabase } from './database.ts';

/** Rows of one table, or what is needed of them, that were read and checked before. */
export interface RowMemory<Row> {
  /** Grows with every write of any window. */
  readonly changes: number;
  /** `null` if the row isn't known, or was written since. */
  get(id: string): Row | null;
  /**
   * Remembers a row, unless one was written since `changes` was this number, and returns it: the same object as before if
   * it is equal.
   */
  put(id: string, row: Row, changes: number): Row;
}

type Memories = Map<string, RowMemory<unknown>>;
const memories = new WeakMap<BatonDatabase, Memories>();

/** The memory of a table whose keys are strings. Every call for the same table gets the same one. */
export function rowMemory<Row>(db: BatonDatabase, table: string): RowMemory<Row> {
  const tables: Memories = memories.get(db) ?? new Map();
  memories.set(db, tables);
  const memory = (tables.get(table) ?? watchedMemory(db, table)) as RowMemory<Row>;
  tables.set(table, memory);
  return memory;
}

function watchedMemory(db: BatonDatabase, table: string): RowMemory<unknown> {
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
      return remembered?.current ? remembered.row : null;
    },
    put(id, read, before) {
      const row = reuseEqual(rows.get(id)?.row, read);
      if (before === changes) rows.set(id, { row, current: true });
      return row;
    },
  };
}

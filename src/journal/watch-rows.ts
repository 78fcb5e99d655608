import { cmp, Dexie, type ObservabilitySet } from 'dexie';
import type { JournalTable, RowKey, RowName } from '#contract/journal.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { rangesIn } from '#storage/changed-ranges.ts';
import { isJournalTable } from './journal-rows.ts';

/** Changes from any window: rows by their keys, or tables in which many rows changed at once. */
export interface RowChanges {
  rows: RowName[];
  tables: JournalTable[];
}

/** Reports every committed write to tables of the journal. Returns a function that stops it. */
export function watchRows(db: BatonDatabase, onChanges: (changes: RowChanges) => void): () => void {
  const onChange = (parts: ObservabilitySet): void => {
    const changes: RowChanges = { rows: [], tables: [] };
    for (const { name } of db.tables) {
      const ranges = parts[`idb://${db.name}/${name}/`];
      if (!ranges || !isJournalTable(name)) continue;
      for (const { from, to } of rangesIn(ranges)) {
        if (isKey(from) && cmp(from, to) === 0) changes.rows.push({ table: name, key: from });
        else if (!changes.tables.includes(name)) changes.tables.push(name);
      }
    }
    if (changes.rows.length > 0 || changes.tables.length > 0) onChanges(changes);
  };
  Dexie.on('storagemutated', onChange);
  return () => Dexie.on.storagemutated.unsubscribe(onChange);
}

function isKey(value: unknown): value is RowKey {
  return typeof value === 'string' || (Array.isArray(value) && value.every((part) => typeof part === 'string'));
}

import { canonicalJson } from '#core/canonical-json.ts';
import type { Table } from 'dexie';
import type { z } from 'zod/mini';
import type { BatonDatabase } from './database.ts';
import { readRow, type OnUnreadableRow } from './read-row.ts';
import { AssistantRowSchema, PromptRowSchema } from './row-schemas.ts';
import type { AssistantRow, PromptRow } from './rows.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** Named rows of one kind, created by the user. */
export interface LibraryTable<Row extends { id: string; name: string }> {
  /** Sorted by name in the language of this device. */
  list(db: BatonDatabase, onUnreadableRow: OnUnreadableRow): Promise<Row[]>;
  put(db: BatonDatabase, row: Row): Promise<void>;
  remove(db: BatonDatabase, id: string): Promise<void>;
  /** Adds and returns the rows that don't exist yet. Existing ones stay unchanged. */
  addMissing(db: BatonDatabase, rows: readonly Row[]): Promise<Row[]>;
  /** Removes the rows that are still unchanged. */
  removeSame(db: BatonDatabase, rows: readonly Row[]): Promise<void>;
}

function shelfOf<Row extends { id: string; name: string }>(
  name: string,
  schema: z.ZodMiniType<Row>,
  tableOf: (db: BatonDatabase) => Table<Row, string>,
): LibraryTable<Row> {
  return {
    async list(db, onUnreadableRow) {
      const rows = (await tableOf(db).toArray()).map((row) =>
        readRow(schema, row, { table: name, key: row.id }, onUnreadableRow),
      );
      return rows.filter((row) => row !== null).sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
    },
    async put(db, row) {
      await withStorageErrors(tableOf(db).put(row));
    },
    async remove(db, id) {
      await withStorageErrors(tableOf(db).delete(id));
    },
    addMissing: (db, rows) =>
      withStorageErrors(
        db.transaction('rw', tableOf(db), async () => {
          const there = await tableOf(db).bulkGet(rows.map(({ id }) => id));
          const missing = rows.filter((_, index) => there[index] === undefined);
          await tableOf(db).bulkAdd(missing);
          return missing;
        }),
      ),
    removeSame: (db, rows) =>
      withStorageErrors(
        db.transaction('rw', tableOf(db), async () => {
          for (const row of rows) {
            const now = await tableOf(db).get(row.id);
            if (now && canonicalJson(now) === canonicalJson(row)) await tableOf(db).delete(row.id);
          }
        }),
      ),
  };
}

export const prompts: LibraryTable<PromptRow> = shelfOf('prompts', PromptRowSchema, (db) => db.prompts);
export const assistants: LibraryTable<AssistantRow> = shelfOf('assistants', AssistantRowSchema, (db) => db.assistants);

import type { BatonDatabase } from './database.ts';
import { readRow, type ReportUnreadable } from './read-row.ts';
import { FolderRowSchema } from './row-schemas.ts';
import type { FolderRow } from './rows.ts';
import { stored } from './stored.ts';

/** As they are stored; `soundFolders` says what of it holds. */
export async function listFolders(db: BatonDatabase, report: ReportUnreadable): Promise<FolderRow[]> {
  const rows = await db.folders.toArray();
  return rows
    .map((row) => readRow(FolderRowSchema, row, { table: 'folders', key: row.id }, report))
    .filter((row) => row !== null);
}

/** Those that are not there yet; answers them. One that is stays as it is. */
export async function addFolders(db: BatonDatabase, rows: readonly FolderRow[]): Promise<FolderRow[]> {
  return stored(
    db.transaction('rw', db.folders, async () => {
      const there = await db.folders.bulkGet(rows.map(({ id }) => id));
      const missing = rows.filter((_, index) => there[index] === undefined);
      await db.folders.bulkAdd(missing);
      return missing;
    }),
  );
}

/** Takes away those of the folders that nothing is in and that are still as they were, from the innermost outwards. */
export async function removeEmptyFolders(db: BatonDatabase, rows: readonly FolderRow[]): Promise<void> {
  await stored(
    db.transaction('rw', db.folders, db.sessions, async () => {
      const used = new Set<string>();
      await db.sessions.each(({ folder }) => void (folder !== undefined && used.add(folder)));
      for (let left = rows; ;) {
        const folders = await db.folders.toArray();
        const parents = new Set(folders.map(({ parent }) => parent));
        const empty = left.filter((row) => {
          const now = folders.find(({ id }) => id === row.id);
          const same = now?.name === row.name && now.parent === row.parent;
          return same && !used.has(row.id) && !parents.has(row.id);
        });
        if (empty.length === 0) return;
        await db.folders.bulkDelete(empty.map(({ id }) => id));
        left = left.filter((row) => !empty.includes(row));
      }
    }),
  );
}

import { canonicalJson } from '#core/canonical-json.ts';
import type { BatonDatabase } from './database.ts';
import { deleteProjectFiles, readableFiles } from './project-files.ts';
import type { OnUnreadableRow } from './read-row.ts';
import type { ProjectFileRow, ProjectTextRow } from './rows.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** Of one project, oldest first. */
export async function listProjectFiles(
  db: BatonDatabase,
  folder: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<ProjectFileRow[]> {
  return readableFiles(await db.projectFiles.where('folder').equals(folder).sortBy('id'), onUnreadableRow);
}

/** Adds and returns those that are not there yet. */
export async function addProjectFiles(db: BatonDatabase, rows: readonly ProjectFileRow[]): Promise<ProjectFileRow[]> {
  return withStorageErrors(
    db.transaction('rw', db.projectFiles, async () => {
      const there = await db.projectFiles.bulkGet(rows.map(({ id }) => id));
      const missing = rows.filter((_, index) => there[index] === undefined);
      await db.projectFiles.bulkAdd(missing);
      return missing;
    }),
  );
}

/** Removes files with what was read in them, in a transaction of its own. Returns the removed rows. */
export async function removeProjectFiles(db: BatonDatabase, ids: readonly string[]): Promise<ProjectFileRow[]> {
  return withStorageErrors(
    db.transaction('rw', [db.projectFiles, db.projectTexts, db.projectVectors, db.settings], () =>
      deleteProjectFiles(db, ids),
    ),
  );
}

/** Removes those of the files that are unchanged. */
export async function removeSameProjectFiles(db: BatonDatabase, rows: readonly ProjectFileRow[]): Promise<void> {
  const there = await db.projectFiles.bulkGet(rows.map(({ id }) => id));
  const same = rows.filter((row, index) => canonicalJson(there[index] ?? null) === canonicalJson(row));
  await removeProjectFiles(
    db,
    same.map(({ id }) => id),
  );
}

/** Tokens of all texts of a project, without reading them. */
export async function countProjectTokens(db: BatonDatabase, folder: string): Promise<number> {
  const range = db.projectTexts.where('[folder+tokens]').between([folder, 0], [folder, Number.POSITIVE_INFINITY]);
  const keys = await range.keys();
  return keys.reduce<number>((sum, key) => sum + (Array.isArray(key) ? Number(key[1]) : 0), 0);
}

/** The texts of a project that are not empty, under the names of their files. Oldest file first. */
export async function listProjectTexts(
  db: BatonDatabase,
  folder: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<{ id: string; name: string; text: string }[]> {
  const files = await listProjectFiles(db, folder, onUnreadableRow);
  const rows = await db.projectTexts.bulkGet(files.map(({ id }) => id));
  return files.flatMap(({ id, name }, index) => {
    const text = rows[index]?.text ?? '';
    return text === '' ? [] : [{ id, name, text }];
  });
}

/** Files of a project in which nothing was read yet. */
export async function listUnreadFiles(
  db: BatonDatabase,
  folder: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<ProjectFileRow[]> {
  const read = new Set(await db.projectTexts.where('folder').equals(folder).primaryKeys());
  return (await listProjectFiles(db, folder, onUnreadableRow)).filter(({ id }) => !read.has(id));
}

/** Stores what was read in a file, unless the file was removed meanwhile. */
export async function putProjectText(db: BatonDatabase, row: ProjectTextRow): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', db.projectFiles, db.projectTexts, async () => {
      if (await db.projectFiles.get(row.id)) await db.projectTexts.put(row);
    }),
  );
}

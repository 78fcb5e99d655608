import { addUnreferenced } from './blob-gc.ts';
import { vectorsOfFile } from './project-vector-repository.ts';
import type { BatonDatabase } from './database.ts';
import { readRow, type OnUnreadableRow } from './read-row.ts';
import { ProjectFileRowSchema } from './project-schemas.ts';
import type { ProjectFileRow } from './rows.ts';

/** The files of every project. */
export async function listAllProjectFiles(
  db: BatonDatabase,
  onUnreadableRow: OnUnreadableRow,
): Promise<ProjectFileRow[]> {
  return readableFiles(await db.projectFiles.toArray(), onUnreadableRow);
}

/** Those that this version can read. */
export function readableFiles(rows: readonly ProjectFileRow[], onUnreadableRow: OnUnreadableRow): ProjectFileRow[] {
  return rows
    .map((row) => readRow(ProjectFileRowSchema, row, { table: 'projectFiles', key: row.id }, onUnreadableRow))
    .filter((row) => row !== null);
}

/**
 * Removes files with what was read in them. Their bytes are marked as unreferenced. Returns the removed rows. Call inside a
 * transaction over settings and the three tables.
 */
export async function deleteProjectFiles(db: BatonDatabase, ids: readonly string[]): Promise<ProjectFileRow[]> {
  const rows = (await db.projectFiles.bulkGet([...ids])).filter((row) => row !== undefined);
  await db.projectFiles.bulkDelete([...ids]);
  await db.projectTexts.bulkDelete([...ids]);
  for (const id of ids) await vectorsOfFile(db, id).delete();
  await addUnreferenced(
    db,
    rows.map(({ blob }) => blob),
  );
  return rows;
}

import { mayMoveFolder } from '#core/folder-tree.ts';
import { without } from '#core/without.ts';
import type { BatonDatabase } from './database.ts';
import { listFolders } from './folder-repository.ts';
import { deleteProjectFiles } from './project-files.ts';
import type { OnUnreadableRow } from './read-row.ts';
import type { FolderRow } from './rows.ts';
import { StorageError } from './storage-error.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** Projects in the trash, newest first. */
export async function listDeletedProjects(
  db: BatonDatabase,
  onUnreadableRow: OnUnreadableRow,
): Promise<(FolderRow & { deletedAt: number })[]> {
  const rows = await listFolders(db, onUnreadableRow);
  return rows
    .flatMap((row) => (row.deletedAt === undefined ? [] : [{ ...row, deletedAt: row.deletedAt }]))
    .sort((a, b) => b.deletedAt - a.deletedAt);
}

/** Restores a project from the trash: to where it was, or to the top level. Conversations stay where they are now. */
export async function restoreFolder(db: BatonDatabase, id: string): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', db.folders, async () => {
      const row = await db.folders.get(id);
      if (!row) throw new StorageError('missing', undefined, `folder ${id}`);
      const restored = without(row, 'deletedAt');
      const valid = mayMoveFolder([...(await db.folders.toArray()), restored], id, row.parent);
      await db.folders.put({ ...restored, parent: valid ? row.parent : null });
    }),
  );
}

/** Removes projects in the trash for good, with their files. */
export async function purgeFolders(db: BatonDatabase, ids: readonly string[]): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', [db.folders, db.projectFiles, db.projectTexts, db.projectVectors, db.settings], async () => {
      for (const row of await db.folders.bulkGet([...ids])) {
        if (row?.deletedAt === undefined) continue;
        await deleteProjectFiles(db, await db.projectFiles.where('folder').equals(row.id).primaryKeys());
        await db.folders.delete(row.id);
      }
    }),
  );
}

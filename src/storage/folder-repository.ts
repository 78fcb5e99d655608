import { canonicalJson } from '#core/canonical-json.ts';
import { mayMoveFolder, validFolders } from '#core/folder-tree.ts';
import { without } from '#core/without.ts';
import type { BatonDatabase } from './database.ts';
import { newId } from './new-id.ts';
import { readRow, type OnUnreadableRow } from './read-row.ts';
import { FolderRowSchema } from './project-schemas.ts';
import type { FolderRow } from './rows.ts';
import { StorageError } from './storage-error.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** The stored rows. Use `validFolders` to get the valid ones. */
export async function listFolders(db: BatonDatabase, onUnreadableRow: OnUnreadableRow): Promise<FolderRow[]> {
  const rows = await db.folders.toArray();
  return rows
    .map((row) => readRow(FolderRowSchema, row, { table: 'folders', key: row.id }, onUnreadableRow))
    .filter((row) => row !== null);
}

/** Adds and returns the folders that don't exist yet. Existing ones stay unchanged. */
export async function addFolders(db: BatonDatabase, rows: readonly FolderRow[]): Promise<FolderRow[]> {
  return withStorageErrors(
    db.transaction('rw', db.folders, async () => {
      const there = await db.folders.bulkGet(rows.map(({ id }) => id));
      const missing = rows.filter((_, index) => there[index] === undefined);
      await db.folders.bulkAdd(missing);
      return missing;
    }),
  );
}

/** Removes those of the folders that are unchanged and hold neither conversations nor files, innermost first. */
export async function removeEmptyFolders(db: BatonDatabase, rows: readonly FolderRow[]): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', db.folders, db.sessions, db.projectFiles, async () => {
      const used = new Set<string>();
      await db.projectFiles.each(({ folder }) => void used.add(folder));
      await db.sessions.each(({ folder }) => void (folder !== undefined && used.add(folder)));
      for (let remaining = rows; ;) {
        const folders = await db.folders.toArray();
        const parents = new Set(folders.map(({ parent }) => parent));
        const empty = remaining.filter((row) => {
          const now = folders.find(({ id }) => id === row.id);
          const same = now && canonicalJson({ ...now, order: 0 }) === canonicalJson({ ...row, order: 0 });
          return same && !used.has(row.id) && !parents.has(row.id);
        });
        if (empty.length === 0) return;
        await db.folders.bulkDelete(empty.map(({ id }) => id));
        remaining = remaining.filter((row) => !empty.includes(row));
      }
    }),
  );
}

export async function createFolder(
  db: BatonDatabase,
  { name, parent, at }: { name: string; parent: string | null; at: number },
): Promise<FolderRow> {
  return withStorageErrors(
    db.transaction('rw', db.folders, async () => {
      const row: FolderRow = { id: newId(), name: name.trim().normalize('NFC'), parent, createdAt: at };
      const all = [...(await db.folders.toArray()), row];
      if (!mayMoveFolder(all, row.id, parent)) throw new StorageError('missing', undefined, `room in folder ${parent}`);
      await db.folders.add(row);
      return row;
    }),
  );
}

export async function renameFolder(db: BatonDatabase, id: string, name: string): Promise<void> {
  await withStorageErrors(db.folders.update(id, { name: name.trim().normalize('NFC') }));
}

/** Returns the former parent. Rejects if the new one is not allowed. */
export async function moveFolder(db: BatonDatabase, id: string, parent: string | null): Promise<string | null> {
  return withStorageErrors(
    db.transaction('rw', db.folders, async () => {
      const all = await db.folders.toArray();
      const before = validFolders(all).find((row) => row.id === id);
      if (!before || !mayMoveFolder(all, id, parent))
        throw new StorageError('missing', undefined, `place for folder ${id}`);
      await db.folders.update(id, { parent });
      return before.parent;
    }),
  );
}

export interface RemovedFolder {
  row: FolderRow;
  /** Contents of the folder that moved up. */
  sessions: string[];
  folders: string[];
}

/**
 * Removes only the folder; its contents move up. A project goes to the trash with its instructions and files. `null` if
 * it was already removed.
 */
export async function removeFolder(db: BatonDatabase, id: string, at: number): Promise<RemovedFolder | null> {
  return withStorageErrors(
    db.transaction('rw', db.folders, db.sessions, async () => {
      const row = validFolders(await db.folders.toArray()).find((one) => one.id === id);
      if (!row) return null;
      const sessions: string[] = [];
      const folders: string[] = [];
      await db.sessions
        .filter(({ folder }) => folder === id)
        .modify((session, place) => {
          sessions.push(session.id);
          place.value = { ...without(session, 'folder'), ...(row.parent !== null && { folder: row.parent }) };
        });
      await db.folders
        .filter(({ parent }) => parent === id)
        .modify((folder) => {
          folders.push(folder.id);
          folder.parent = row.parent;
        });
      if (row.project) await db.folders.update(id, { deletedAt: Math.max(1, at) });
      else await db.folders.delete(id);
      return { row, sessions, folders };
    }),
  );
}

/** Restores the folder with its contents, except those that were moved again since. */
export async function undoRemoveFolder(db: BatonDatabase, { row, sessions, folders }: RemovedFolder): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', db.folders, db.sessions, async () => {
      const there = await db.folders.toArray();
      const parent = there.some(({ id }) => id === row.parent) ? row.parent : null;
      await db.folders.put({ ...row, parent });
      await db.folders
        .where('id')
        .anyOf(folders)
        .filter((folder) => folder.parent === row.parent)
        .modify({ parent: row.id });
      await db.sessions
        .where('id')
        .anyOf(sessions)
        .filter(({ folder }) => (folder ?? null) === row.parent)
        .modify({ folder: row.id });
    }),
  );
}

import type { Archive } from '#archive/read-archive.ts';
import { foldersWithAbove } from '#core/folder-tree.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { addFolders, removeEmptyFolders } from '#storage/folder-repository.ts';
import type { FolderRow } from '#storage/rows.ts';

/** What it takes to take back what came of an archive's library. */
export interface LibraryUndo {
  folders: FolderRow[];
}

export interface Library {
  folders: FolderRow[];
}

export async function readLibrary(archive: Archive): Promise<Library> {
  const folders: FolderRow[] = [];
  for await (const { row } of archive.library()) folders.push(row);
  return { folders };
}

/**
 * Brings what is not here yet: the folders named with all above them, or everything. Told by ids; what is here stays as
 * it is. null: there was nothing to bring.
 */
export async function restoreLibrary(
  db: BatonDatabase,
  { folders }: Library,
  named: ReadonlySet<string> | 'all',
): Promise<LibraryUndo | null> {
  const added = await addFolders(db, named === 'all' ? folders : foldersWithAbove(folders, named));
  return added.length > 0 ? { folders: added } : null;
}

/** Behind the undo of conversations: a folder that something is in stays. */
export async function undoLibrary(db: BatonDatabase, undo: LibraryUndo): Promise<void> {
  await removeEmptyFolders(db, undo.folders);
}

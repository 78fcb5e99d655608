import type { Table } from 'dexie';
import type { Archive } from '#archive/read-archive.ts';
import { withAncestors } from '#core/folder-tree.ts';
import { markUnreferenced } from '#storage/blob-gc.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { addFolders, removeEmptyFolders } from '#storage/folder-repository.ts';
import { addProjectFiles, removeSameProjectFiles } from '#storage/project-file-repository.ts';
import { assistants, prompts } from '#storage/library-repository.ts';
import type { AssistantRow, FolderRow, ProjectFileRow, PromptRow } from '#storage/rows.ts';
import { storeBlobs, type BlobSource } from './store-blobs.ts';

/** Everything that is shared between conversations. */
export interface Library {
  folders: FolderRow[];
  prompts: PromptRow[];
  assistants: AssistantRow[];
  files: ProjectFileRow[];
}

/** What was added from an archive's library, for undo. */
export interface LibraryUndo {
  library: Library;
}

export async function readLibrary(archive: Archive): Promise<Library> {
  const library: Library = { folders: [], prompts: [], assistants: [], files: [] };
  for await (const { type, row } of archive.library()) {
    if (type === 'folder') library.folders.push(row);
    else if (type === 'prompt') library.prompts.push(row);
    else if (type === 'assistant') library.assistants.push(row);
    else library.files.push(row);
  }
  return library;
}

/** Nothing to add: for sources without a library of their own. */
export const EMPTY_LIBRARY: Library = { folders: [], prompts: [], assistants: [], files: [] };

/** Rows of a library. */
export const countLibrary = (library: Library): number =>
  Object.values(library).reduce((all, rows: readonly unknown[]) => all + rows.length, 0);

/** Its rows that are not here. */
export async function missingOf(db: BatonDatabase, library: Library): Promise<Library> {
  const missing = async <T extends { id: string }>(table: Table<T, string>, rows: readonly T[]): Promise<T[]> => {
    const here = await table.bulkGet(rows.map(({ id }) => id));
    return rows.filter((_, index) => here[index] === undefined);
  };
  return {
    folders: await missing(db.folders, library.folders),
    prompts: await missing(db.prompts, library.prompts),
    assistants: await missing(db.assistants, library.assistants),
    files: await missing(db.projectFiles, library.files),
  };
}

export interface RestoredLibrary {
  /** `null` if there was nothing to add. */
  undo: LibraryUndo | null;
  /** Bytes of files that are neither stored nor intact in the source. */
  lost: string[];
}

/**
 * Adds rows that are not here yet: the named ones, folders with all their ancestors and what belongs to those, or
 * everything. Compares ids; existing rows stay unchanged.
 */
export async function restoreLibrary(
  db: BatonDatabase,
  library: Library,
  named: ReadonlySet<string> | 'all',
  blob: BlobSource,
): Promise<RestoredLibrary> {
  const folders = named === 'all' ? library.folders : withAncestors(library.folders, named);
  const ids = new Set(folders.flatMap(({ id, project }) => [id, project?.assistant ?? id]));
  const isSelected = (id: string): boolean => named === 'all' || named.has(id) || ids.has(id);
  const files = library.files.filter(({ folder }) => isSelected(folder));
  const newBlobs: string[] = [];
  try {
    const lost = await storeBlobs(db, blob, files, newBlobs);
    const added: Library = {
      folders: await addFolders(db, folders),
      prompts: await prompts.addMissing(
        db,
        library.prompts.filter(({ id }) => isSelected(id)),
      ),
      assistants: await assistants.addMissing(
        db,
        library.assistants.filter(({ id }) => isSelected(id)),
      ),
      files: await addProjectFiles(db, files),
    };
    return { undo: Object.values(added).some((rows) => rows.length > 0) ? { library: added } : null, lost };
  } catch (error) {
    await markUnreferenced(db, newBlobs);
    throw error;
  }
}

/** Runs after the undo of conversations. Folders that are not empty and rows that were changed since stay. */
export async function undoLibrary(db: BatonDatabase, { library }: LibraryUndo): Promise<void> {
  await removeSameProjectFiles(db, library.files);
  await removeEmptyFolders(db, library.folders);
  await prompts.removeSame(db, library.prompts);
  await assistants.removeSame(db, library.assistants);
}

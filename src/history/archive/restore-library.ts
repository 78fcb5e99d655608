import type { Archive } from '#archive/read-archive.ts';
import { withAncestors } from '#core/folder-tree.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { addFolders, removeEmptyFolders } from '#storage/folder-repository.ts';
import { assistants, prompts } from '#storage/library-repository.ts';
import type { AssistantRow, FolderRow, PromptRow } from '#storage/rows.ts';

/** Everything that is shared between conversations. */
export interface Library {
  folders: FolderRow[];
  prompts: PromptRow[];
  assistants: AssistantRow[];
}

/** What was added from an archive's library, for undo. */
export interface LibraryUndo {
  library: Library;
}

export async function readLibrary(archive: Archive): Promise<Library> {
  const library: Library = { folders: [], prompts: [], assistants: [] };
  for await (const { type, row } of archive.library()) {
    if (type === 'folder') library.folders.push(row);
    else if (type === 'prompt') library.prompts.push(row);
    else library.assistants.push(row);
  }
  return library;
}

/**
 * Adds rows that are not here yet: the named ones, folders with all their ancestors, or everything. Compares ids;
 * existing rows stay unchanged. Returns `null` if there was nothing to add.
 */
export async function restoreLibrary(
  db: BatonDatabase,
  library: Library,
  named: ReadonlySet<string> | 'all',
): Promise<LibraryUndo | null> {
  const selected = <T extends { id: string }>(rows: T[]): T[] =>
    named === 'all' ? rows : rows.filter(({ id }) => named.has(id));
  const added: Library = {
    folders: await addFolders(db, named === 'all' ? library.folders : withAncestors(library.folders, named)),
    prompts: await prompts.addMissing(db, selected(library.prompts)),
    assistants: await assistants.addMissing(db, selected(library.assistants)),
  };
  return Object.values(added).some((rows) => rows.length > 0) ? { library: added } : null;
}

/** Runs after the undo of conversations. Folders that are not empty and rows that were changed since stay. */
export async function undoLibrary(db: BatonDatabase, { library }: LibraryUndo): Promise<void> {
  await removeEmptyFolders(db, library.folders);
  await prompts.removeSame(db, library.prompts);
  await assistants.removeSame(db, library.assistants);
}

import { validFolders } from '#core/folder-tree.ts';
import type { SharedContext } from '#core/shared-context.ts';
import { without } from '#core/without.ts';
import type { BatonDatabase } from './database.ts';
import { listFolders } from './folder-repository.ts';
import { readRow, type OnUnreadableRow } from './read-row.ts';
import { FolderRowSchema } from './project-schemas.ts';
import type { FolderRow, ProjectSettings } from './rows.ts';
import { StorageError } from './storage-error.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** A folder with settings of a project. */
export type Project = FolderRow & { project: ProjectSettings };

export const NEW_PROJECT: ProjectSettings = { instructions: '', target: null, files: 'passages' };

/** The project that a folder belongs to: its own, or that of the nearest folder around it. */
export async function findProject(
  db: BatonDatabase,
  folder: string | undefined,
  onUnreadableRow: OnUnreadableRow,
): Promise<Project | null> {
  if (folder === undefined) return null;
  const byId = new Map(validFolders(await listFolders(db, onUnreadableRow)).map((row) => [row.id, row]));
  for (let at = byId.get(folder); at; at = at.parent === null ? undefined : byId.get(at.parent))
    if (isProject(at)) return at;
  return null;
}

const isProject = (row: FolderRow): row is Project => row.project !== undefined;

/** One folder; `null` if it is not stored. */
export async function getFolder(
  db: BatonDatabase,
  id: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<FolderRow | null> {
  const row: unknown = await db.folders.get(id);
  return row === undefined ? null : readRow(FolderRowSchema, row, { table: 'folders', key: id }, onUnreadableRow);
}

/** The settings that change. `assistant: null` removes the assistant. */
export type ProjectChange = Partial<Omit<ProjectSettings, 'assistant'>> & { assistant?: string | null };

/** Changes the settings of a project, or makes one of a folder. Returns the former settings. */
export async function changeProject(
  db: BatonDatabase,
  folder: string,
  { assistant, ...fields }: ProjectChange,
): Promise<ProjectSettings | undefined> {
  return withStorageErrors(
    db.transaction('rw', db.folders, async () => {
      const row = await db.folders.get(folder);
      if (!row) throw new StorageError('missing', undefined, `folder ${folder}`);
      const before = row.project ?? NEW_PROJECT;
      const kept = assistant === undefined ? before : without(before, 'assistant');
      await db.folders.put({ ...row, project: { ...kept, ...fields, ...(assistant && { assistant }) } });
      return row.project;
    }),
  );
}

/** Reads and writes in one transaction. An empty list is stored as none. */
export async function setSessionLeavesOut(
  db: BatonDatabase,
  id: string,
  change: (before: readonly SharedContext[]) => SharedContext[],
): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', db.sessions, async () => {
      const row = await db.sessions.get(id);
      if (!row) throw new StorageError('missing', undefined, `session ${id}`);
      const leavesOut = change(row.leavesOut ?? []);
      await db.sessions.put({ ...without(row, 'leavesOut'), ...(leavesOut.length > 0 && { leavesOut }) });
    }),
  );
}

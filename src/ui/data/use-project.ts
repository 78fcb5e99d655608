import { listDeletedProjects } from '#storage/deleted-projects.ts';
import { findProject, type Project } from '#storage/project-repository.ts';
import type { FolderRow } from '#storage/rows.ts';
import { useLiveQuery } from './use-live-query.ts';
import { useServices } from './services.ts';

/** The project that a folder belongs to; `null` for none, undefined while it is loaded. */
export function useProject(folder: string | undefined): Project | null | undefined {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(() => findProject(db, folder, onUnreadableRow), [db, folder, onUnreadableRow]);
}

export type DeletedProject = FolderRow & { deletedAt: number };

/** Newest first; undefined while they are loaded. */
export function useDeletedProjects(): readonly DeletedProject[] | undefined {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(() => listDeletedProjects(db, onUnreadableRow), [db, onUnreadableRow]);
}

import { listDeletedProjects } from '#storage/deleted-projects.ts';
import { findProject, type Project } from '#storage/project-repository.ts';
import type { FolderRow } from '#storage/rows.ts';
import { useLiveQuery } from './use-live-query.ts';
import { useServices } from './services.ts';

const NONE: readonly never[] = [];

/** The project that a folder belongs to; `null` for none, undefined while it is loaded. */
export function useProject(folder: string | undefined): Project | null | undefined {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(() => findProject(db, folder, onUnreadableRow), [db, folder, onUnreadableRow]);
}

/** Newest first. */
export function useDeletedProjects(): readonly (FolderRow & { deletedAt: number })[] {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(() => listDeletedProjects(db, onUnreadableRow), [db, onUnreadableRow]) ?? NONE;
}

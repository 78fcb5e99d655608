import { Dexie } from 'dexie';
import type { BatonDatabase } from '#storage/database.ts';
import { listProjectFiles } from '#storage/project-file-repository.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { ProjectFileRow } from '#storage/rows.ts';
import { useLiveQuery } from './use-live-query.ts';
import { useServices } from './services.ts';

export interface ProjectFile extends ProjectFileRow {
  /** `null` until it was read. */
  read: { tokens: number; unread?: string } | null;
}

const NONE: readonly ProjectFile[] = [];

/** The files of a project, oldest first, with what was read in them. */
export function useProjectFiles(folder: string): readonly ProjectFile[] {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(() => readFiles(db, folder, onUnreadableRow), [db, folder, onUnreadableRow]) ?? NONE;
}

async function readFiles(db: BatonDatabase, folder: string, onUnreadableRow: OnUnreadableRow): Promise<ProjectFile[]> {
  const files = await listProjectFiles(db, folder, onUnreadableRow);
  const tokens = new Map<string, number>();
  // From the index, so that no text is read.
  await db.projectTexts
    .where('[folder+tokens]')
    .between([folder, Dexie.minKey], [folder, Dexie.maxKey])
    .eachKey((key, { primaryKey }) => void tokens.set(primaryKey, Array.isArray(key) ? Number(key[1]) : 0));
  const empty = files.filter(({ id }) => tokens.get(id) === 0).map(({ id }) => id);
  const unread = new Map((await db.projectTexts.bulkGet(empty)).map((row) => [row?.id, row?.unread]));
  return files.map((file) => {
    const count = tokens.get(file.id);
    const code = unread.get(file.id);
    return {
      ...file,
      read: count === undefined ? null : { tokens: count, ...(code !== undefined && { unread: code }) },
    };
  });
}

import { mayMoveFolder, type OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import type { Dragged } from './use-drag.ts';

/** Whether dropping there would change anything, and does not put a folder into itself. */
export function mayDrop(
  dragged: Dragged,
  folder: string | null,
  rows: readonly SessionRow[],
  folders: readonly OutlinedFolder[],
): boolean {
  const all = folders.map((line) => line.folder);
  if ('folder' in dragged) {
    const now = all.find(({ id }) => id === dragged.folder)?.parent ?? null;
    return now !== folder && mayMoveFolder(all, dragged.folder, folder);
  }
  const existing = new Set(all.map(({ id }) => id));
  const placeOf = (row: SessionRow) => (row.folder !== undefined && existing.has(row.folder) ? row.folder : null);
  return rows.some((row) => dragged.sessions.includes(row.id) && placeOf(row) !== folder);
}

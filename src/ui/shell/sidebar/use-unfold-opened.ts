import { useEffect, useRef } from 'react';
import { withAncestors, type OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useArchiveOpen, useFoldedFolders, useLastSession } from '#ui/data/preferences.ts';

/**
 * Unfolds what the row of a conversation stands in when it is opened, from wherever that was: its folder and those
 * above, or what was put away. Once for each opening: what is folded later, or was when Baton ended, stays folded.
 */
export function useUnfoldOpened(
  openedId: string | null,
  /** In the list; another one where a task is shown. */
  listedId: string | null,
  sessions: readonly SessionRow[] | undefined,
  folders: readonly OutlinedFolder[],
): void {
  const [folded, setFolded] = useFoldedFolders();
  const [archiveOpen, setArchiveOpen] = useArchiveOpen();
  const [lastId] = useLastSession();
  const seenId = useRef(lastId);
  useEffect(() => {
    if (openedId === null || openedId === seenId.current) return;
    const row = sessions?.find(({ id }) => id === listedId);
    if (!row) return;
    if (row.archivedAt !== undefined) {
      if (!archiveOpen) setArchiveOpen(true);
    } else if (row.folder !== undefined && row.pinned === 0) {
      const all = folders.map(({ folder }) => folder);
      const around = new Set(withAncestors(all, new Set([row.folder])).map(({ id }) => id));
      // The folders are not read yet.
      if (!around.has(row.folder)) return;
      if (folded.some((id) => around.has(id))) setFolded(folded.filter((id) => !around.has(id)));
    }
    seenId.current = openedId;
  }, [openedId, listedId, sessions, folders, folded, setFolded, archiveOpen, setArchiveOpen]);
}

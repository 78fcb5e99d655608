import { useEffect, useRef } from 'react';
import { withAncestors, type OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useArchiveOpen, useFoldedFolders, useLastSession } from '#ui/data/preferences.ts';

/**
 * Unfolds everything around a conversation's row when the conversation is opened from anywhere: its folder and the
 * folders above, or the archive. Once for each opening: anything folded later, or folded when Baton ended, stays
 * folded.
 */
export function useUnfoldOpened(
  openedId: string | null,
  /** The listed conversation, which differs from the shown one for a task. */
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
      // The folders are not loaded yet.
      if (!around.has(row.folder)) return;
      if (folded.some((id) => around.has(id))) setFolded(folded.filter((id) => !around.has(id)));
    }
    seenId.current = openedId;
  }, [openedId, listedId, sessions, folders, folded, setFolded, archiveOpen, setArchiveOpen]);
}

import { useDeferredValue, useMemo, useState } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useArchiveOpen, useFoldedFolders } from '#ui/data/preferences.ts';
import { useToday } from '#ui/shared/sessions/use-today.ts';
import { listItems, type ListItem } from './list-items.ts';

/** The lines of the list, as searched and unfolded now. */
export interface SidebarList {
  /** As typed. */
  search: string;
  setSearch: (text: string) => void;
  /** What the lines match. */
  query: string;
  items: readonly ListItem[];
  rows: readonly SessionRow[];
  now: number;
  unfold: (folder: string) => void;
  /** Folds or unfolds a folder or the archive. */
  toggle: (item: ListItem) => void;
}

export function useSidebarList(
  sessions: readonly SessionRow[] | undefined,
  folders: readonly OutlinedFolder[],
): SidebarList {
  const now = useToday();
  const [search, setSearch] = useState('');
  const query = useDeferredValue(search).trim();
  const [foldedIds, setFolded] = useFoldedFolders();
  const folded = useMemo(() => new Set(foldedIds), [foldedIds]);
  const [archiveOpen, setArchiveOpen] = useArchiveOpen();
  const items = useMemo(
    () => listItems(sessions ?? [], { folders, folded, archiveOpen, query, now }),
    [sessions, folders, folded, archiveOpen, query, now],
  );
  const rows = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? [item.session] : [])), [items]);
  const unfold = (id: string) => setFolded(foldedIds.filter((one) => one !== id));
  const toggle = (item: ListItem) => {
    if (item.kind === 'archive') setArchiveOpen(!item.open);
    if (item.kind !== 'folder') return;
    const { id } = item.line.folder;
    if (item.open) setFolded([...foldedIds, id]);
    else unfold(id);
  };
  return {
    search,
    setSearch,
    query,
    items,
    rows,
    now,
    unfold,
    toggle,
  };
}

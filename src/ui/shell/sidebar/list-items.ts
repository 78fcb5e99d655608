import type { OutlinedFolder } from '#core/folder-tree.ts';
import { organizationMatcher } from '#search/match-organization.ts';
import { filtersByMessage, parseQuery } from '#search/search-query.ts';
import type { SessionRow } from '#storage/rows.ts';
import { foldText, titleMatcher } from '#storage/title-search.ts';
import { folderKey } from '#ui/shell/scene/line-key.ts';
import { groupSessions, sortSessions, type Period } from '#ui/shared/sessions/group-sessions.ts';

/** One line of the list. Keys of conversations are their ids. */
export type ListItem =
  | { kind: 'heading'; key: string; of: Period | { kind: 'folders' } | { kind: 'archived' } }
  | { kind: 'folder'; key: string; line: OutlinedFolder; count: number; open: boolean }
  | { kind: 'archive'; key: 'archive'; count: number; open: boolean }
  | { kind: 'row'; key: string; session: SessionRow; depth: number };

/** A line that can be focused. */
export type ListStop = Exclude<ListItem, { kind: 'heading' }>;

export const isStop = (item: ListItem): item is ListStop => item.kind !== 'heading';

export interface ListView {
  folders: readonly OutlinedFolder[];
  /** Ids of folders that are collapsed to their name. */
  folded: ReadonlySet<string>;
  archiveOpen: boolean;
  /** The text of the list's search field. */
  query: string;
  now: number;
}

/**
 * Pinned conversations, then folders with their content, then all others by time, and archived ones at the end. Every
 * conversation appears exactly once, at the place its row names. Search results are shown without folders.
 */
export function listItems(sessions: readonly SessionRow[], view: ListView): ListItem[] {
  const { folders, folded, query, now } = view;
  const found = sessions.filter(sessionMatcher(query, folders));
  const away = sortSessions(found.filter(({ archivedAt }) => archivedAt !== undefined));
  const unarchived = found.filter(({ archivedAt }) => archivedAt === undefined);
  if (query !== '') {
    const heading: ListItem = { kind: 'heading', key: 'heading archived', of: { kind: 'archived' } };
    return [...grouped(unarchived, now), ...(away.length > 0 ? [heading, ...rowsOf(away, 0)] : [])];
  }
  const existing = new Set(folders.map(({ folder }) => folder.id));
  const inside = (row: SessionRow): boolean => !row.pinned && row.folder !== undefined && existing.has(row.folder);
  const byFolder = Map.groupBy(unarchived.filter(inside), ({ folder }) => folder);
  const groups = grouped(
    unarchived.filter((row) => !inside(row)),
    now,
  );
  const pinnedEnd = groups.findIndex((item) => item.kind === 'heading' && item.of.kind !== 'pinned');
  const at = pinnedEnd < 0 ? groups.length : pinnedEnd;
  const archive: ListItem[] =
    away.length === 0
      ? []
      : [
          { kind: 'archive', key: 'archive', count: away.length, open: view.archiveOpen },
          ...(view.archiveOpen ? rowsOf(away, 1) : []),
        ];
  return [...groups.slice(0, at), ...folderItems(folders, byFolder, folded), ...groups.slice(at), ...archive];
}

/**
 * Matches words of the title and filters by tag, folder, pin and archive. Queries with message filters are searched in
 * titles.
 */
export function sessionMatcher(query: string, folders: readonly OutlinedFolder[]): (row: SessionRow) => boolean {
  const { terms, filters } = parseQuery(query);
  if (filtersByMessage(filters) || filters.trash) {
    const matches = titleMatcher(query);
    return ({ title }) => matches(title);
  }
  const inOrder = organizationMatcher(
    filters,
    folders.map(({ folder }) => folder),
  );
  return (row) => {
    const title = foldText(row.title);
    return inOrder(row) && terms.every((term) => title.includes(term));
  };
}

function folderItems(
  folders: readonly OutlinedFolder[],
  byFolder: ReadonlyMap<string | undefined, SessionRow[]>,
  folded: ReadonlySet<string>,
): ListItem[] {
  if (folders.length === 0) return [];
  const counts = countWithin(folders, byFolder);
  const hidden = new Set<string>();
  const items: ListItem[] = [{ kind: 'heading', key: 'heading folders', of: { kind: 'folders' } }];
  /** Folders whose own conversations come after their subfolders. */
  const waiting: OutlinedFolder[] = [];
  const close = (depth: number): void => {
    while ((waiting.at(-1)?.depth ?? 0) >= depth) {
      const line = waiting.pop();
      if (line) items.push(...rowsOf(sortSessions(byFolder.get(line.folder.id) ?? []), line.depth));
    }
  };
  for (const line of folders) {
    const { id, parent } = line.folder;
    close(line.depth);
    const inFolded = parent !== null && (folded.has(parent) || hidden.has(parent));
    if (inFolded) {
      hidden.add(id);
      continue;
    }
    const open = !folded.has(id);
    items.push({ kind: 'folder', key: folderKey(id), line, count: counts.get(id) ?? 0, open });
    if (open) waiting.push(line);
  }
  close(1);
  return items;
}

/** Number of conversations in each folder and its subfolders. */
function countWithin(
  folders: readonly OutlinedFolder[],
  byFolder: ReadonlyMap<string | undefined, SessionRow[]>,
): Map<string, number> {
  const counts = new Map<string, number>();
  // From the innermost outward: each adds itself to its parent.
  for (const { folder } of folders.toReversed()) {
    const own = (counts.get(folder.id) ?? 0) + (byFolder.get(folder.id)?.length ?? 0);
    counts.set(folder.id, own);
    if (folder.parent !== null) counts.set(folder.parent, (counts.get(folder.parent) ?? 0) + own);
  }
  return counts;
}

function grouped(sessions: readonly SessionRow[], now: number): ListItem[] {
  return groupSessions(sessions, now).flatMap((group): ListItem[] => [
    { kind: 'heading', key: `heading ${group.key}`, of: group.period },
    ...rowsOf(group.sessions, 0),
  ]);
}

function rowsOf(sessions: readonly SessionRow[], depth: number): ListItem[] {
  return sessions.map((session) => ({ kind: 'row', key: session.id, session, depth }));
}

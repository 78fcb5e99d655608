import { descendantsOf, type Folder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import { hasTag } from '#storage/session-tags.ts';
import { foldText } from '#storage/title-search.ts';
import type { SearchFilters } from './search-query.ts';

/** Filters by a session's organization: tags, folder, archive, pin. A folder includes the folders inside it. */
export function organizationMatcher(
  { tags, folder, archived, pinned }: SearchFilters,
  folders: readonly Folder[],
): (row: SessionRow) => boolean {
  const named =
    folder === undefined
      ? null
      : new Set(
          folders
            .filter(({ name }) => foldText(name).includes(folder))
            .flatMap(({ id }) => [...descendantsOf(folders, id)]),
        );
  return (row) =>
    (tags ?? []).every((tag) => hasTag(row.tags, tag)) &&
    (named === null || (row.folder !== undefined && named.has(row.folder))) &&
    (!archived || row.archivedAt !== undefined) &&
    (!pinned || row.pinned === 1);
}

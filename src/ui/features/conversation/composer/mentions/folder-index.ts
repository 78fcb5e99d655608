import type { FileList } from '#contract/folder-files.ts';
import { createPathSearch, type PathSearch } from '#core/mentions/path-search.ts';

export interface FolderIndex {
  folder: string;
  version: string;
  search: PathSearch;
  /** The folder has more files than the host lists. */
  more: boolean;
  /** When the host was last asked. */
  checkedAt: number;
}

/** A list of this age is shown, and asked for again. */
const FRESH_MS = 10_000;
/** Each takes memory for as long as the page is open. */
const MAX_KEPT = 4;

const PACE = { now: () => performance.now(), pause: () => new Promise<void>((resolve) => setTimeout(resolve, 0)) };

const kept = new Map<string, FolderIndex>();

export const knownIndex = (folder: string): FolderIndex | null => kept.get(folder) ?? null;

/** The current list of a folder. Asks the host only for what has changed, and not more often than every ten seconds. */
export async function refreshIndex(
  folder: string,
  list: (known: string | undefined) => Promise<FileList>,
): Promise<FolderIndex> {
  const before = kept.get(folder);
  const now = Date.now();
  if (before && now - before.checkedAt < FRESH_MS) return before;
  const { version, paths, more } = await list(before?.version);
  const index =
    before && (paths === null || version === before.version)
      ? { ...before, more, checkedAt: now }
      : { folder, version, more, search: createPathSearch(paths ?? '', PACE), checkedAt: now };
  kept.delete(folder);
  kept.set(folder, index);
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
  return index;
}

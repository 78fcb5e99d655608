/** A folder of sessions, as the user created it. */
export interface Folder {
  id: string;
  name: string;
  /** `null`: not in another folder. */
  parent: string | null;
  createdAt: number;
  /** Position among its siblings. Folders without one come last, by name. */
  order?: number;
  /** Time it was moved to the trash; absent if it is not there. */
  deletedAt?: number;
}

/** Deepest level: a folder in a folder in a folder. Deeper levels are not distinguished. */
export const MAX_FOLDER_DEPTH = 3;

/**
 * Returns the folders with valid parents: each id once, no cycle, no folder too deep, no missing parent. Two devices
 * can each make a valid change, and the two changes can be invalid together. No folder is ever lost, and valid folders
 * stay as they are. Folders in the trash are left out. The result does not depend on the order of the input.
 */
export function validFolders<T extends Folder>(folders: Iterable<T>): T[] {
  const byId = new Map<string, T>();
  for (const folder of [...folders].toSorted(byAge))
    if (folder.deletedAt === undefined && !byId.has(folder.id)) byId.set(folder.id, folder);
  const parents = new Map<string, string | null>();
  for (const { id, parent } of byId.values()) parents.set(id, parent !== null && byId.has(parent) ? parent : null);
  // The oldest folder of a cycle moves out of it.
  for (const id of byId.keys()) if (leadsBack(parents, id)) parents.set(id, null);
  return [...byId.values()].map((folder) => {
    const above = foldersAbove(parents, folder.id);
    const parent = above[Math.max(0, above.length - MAX_FOLDER_DEPTH + 1)] ?? null;
    return parent === folder.parent ? folder : { ...folder, parent };
  });
}

/** Returns the named folders and all their ancestors. Missing ones are left out. */
export function withAncestors<T extends Folder>(folders: readonly T[], named: ReadonlySet<string>): T[] {
  const parents = new Map(folders.map(({ id, parent }) => [id, parent]));
  const used = new Set([...named].flatMap((id) => [id, ...foldersAbove(parents, id)]));
  return folders.filter(({ id }) => used.has(id));
}

export interface OutlinedFolder<T extends Folder = Folder> {
  folder: T;
  /** 1 for a folder at the top level. */
  depth: number;
  /** Names from the outermost folder to this one. */
  path: string[];
}

/** Returns valid folders in list order: each before what it contains, siblings by their position, then by `compare`. */
export function outlineFolders(folders: Iterable<Folder>, compare: (a: string, b: string) => number): OutlinedFolder[] {
  const inside = new Map<string | null, Folder[]>();
  for (const folder of validFolders(folders)) {
    const neighbors = inside.get(folder.parent);
    if (neighbors) neighbors.push(folder);
    else inside.set(folder.parent, [folder]);
  }
  const lines: OutlinedFolder[] = [];
  const visit = (parent: string | null, above: readonly string[]): void => {
    const neighbors = inside.get(parent) ?? [];
    const placed = neighbors.toSorted(
      (a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || compare(a.name, b.name) || byAge(a, b),
    );
    for (const folder of placed) {
      const path = [...above, folder.name];
      lines.push({ folder, depth: path.length, path });
      visit(folder.id, path);
    }
  };
  visit(null, []);
  return lines;
}

/** The folder itself and everything in it. */
export function descendantsOf(folders: Iterable<Folder>, id: string): Set<string> {
  const within = new Set([id]);
  const lines = outlineFolders(folders, () => 0);
  for (const { folder } of lines) if (folder.parent !== null && within.has(folder.parent)) within.add(folder.id);
  return within;
}

/** Whether a folder with all its contents may move into another one (`null`: to the top level). */
export function mayMoveFolder(folders: readonly Folder[], id: string, to: string | null): boolean {
  const within = descendantsOf(folders, id);
  if (to !== null && within.has(to)) return false;
  const lines = outlineFolders(folders, () => 0);
  const depths = new Map(lines.map(({ folder, depth }) => [folder.id, depth]));
  const own = depths.get(id) ?? 0;
  const height = Math.max(...[...within].map((one) => (depths.get(one) ?? own) - own + 1));
  return (to === null ? 0 : (depths.get(to) ?? MAX_FOLDER_DEPTH)) + height <= MAX_FOLDER_DEPTH;
}

/** From the nearest ancestor upwards. Ends where it would repeat. */
function foldersAbove(parents: ReadonlyMap<string, string | null>, id: string): string[] {
  const above: string[] = [];
  const seen = new Set([id]);
  for (let at = parents.get(id); at !== undefined && at !== null && !seen.has(at); at = parents.get(at)) {
    seen.add(at);
    above.push(at);
  }
  return above;
}

function leadsBack(parents: ReadonlyMap<string, string | null>, id: string): boolean {
  const seen = new Set<string>();
  for (let at = parents.get(id); at !== undefined && at !== null && !seen.has(at); at = parents.get(at)) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}

function byAge(a: Folder, b: Folder): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

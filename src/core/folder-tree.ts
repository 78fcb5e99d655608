/** Where conversations are kept, as the person made it. */
export interface Folder {
  id: string;
  name: string;
  /** null: not in another folder. */
  parent: string | null;
  createdAt: number;
  /** Place among its neighbours; those without one stand behind, by name. */
  order?: number;
}

/** A folder in a folder in a folder: deeper is not told apart any more. */
export const DEEPEST_FOLDER = 3;

/**
 * Folders with parents that hold: each id once, no circle, none deeper than allowed, no parent that is not there. Two
 * machines can each make a change that is sound, and make both together unsound; whatever comes, no folder is lost. What
 * is sound stays as it is. The answer does not depend on the order that they come in.
 */
export function soundFolders(folders: Iterable<Folder>): Folder[] {
  const byId = new Map<string, Folder>();
  for (const folder of [...folders].toSorted(byAge)) if (!byId.has(folder.id)) byId.set(folder.id, folder);
  const parents = new Map<string, string | null>();
  for (const { id, parent } of byId.values()) parents.set(id, parent !== null && byId.has(parent) ? parent : null);
  // The oldest folder of a circle comes out of it.
  for (const id of byId.keys()) if (leadsBack(parents, id)) parents.set(id, null);
  return [...byId.values()].map((folder) => {
    const above = foldersAbove(parents, folder.id);
    const parent = above[Math.max(0, above.length - DEEPEST_FOLDER + 1)] ?? null;
    return parent === folder.parent ? folder : { ...folder, parent };
  });
}

/** The folders named and all above them; what is not there is left out. */
export function foldersWithAbove<T extends Folder>(folders: readonly T[], named: ReadonlySet<string>): T[] {
  const parents = new Map(folders.map(({ id, parent }) => [id, parent]));
  const used = new Set([...named].flatMap((id) => [id, ...foldersAbove(parents, id)]));
  return folders.filter(({ id }) => used.has(id));
}

/** From the nearest one upwards; ends where it would begin again. */
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

import type { StoredMessage } from '#storage/rows.ts';

/**
 * Two parts of paths as one that ends as `newer` does, joined at the newest message that both have, or where `newer` goes
 * on from the end of `older`. `null` where messages are missing between them.
 */
export function joinPaths(older: readonly StoredMessage[], newer: readonly StoredMessage[]): StoredMessage[] | null {
  const places = new Map(newer.map(({ id }, place) => [id, place]));
  const at = older.findLastIndex(({ id }) => places.has(id));
  const shared = older[at];
  if (shared) return [...older.slice(0, at), ...newer.slice(places.get(shared.id))];
  const last = older.at(-1);
  return last && newer[0]?.parentId === last.id ? [...older, ...newer] : null;
}

import type { StoredMessage } from '#storage/rows.ts';

/**
 * Two parts of paths as one that ends as `newer` does, joined at the newest message that both have. `null` when they
 * have none in common.
 */
export function joinPaths(older: readonly StoredMessage[], newer: readonly StoredMessage[]): StoredMessage[] | null {
  const places = new Map(newer.map(({ id }, place) => [id, place]));
  const at = older.findLastIndex(({ id }) => places.has(id));
  const shared = older[at];
  return shared ? [...older.slice(0, at), ...newer.slice(places.get(shared.id))] : null;
}

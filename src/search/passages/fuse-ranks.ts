/** How little the first places count above the next ones: the usual constant of reciprocal rank fusion. */
const EVENING = 60;

/** Joins lists by the places of their elements in them. Of two that are as good, the one of the earlier list is first. */
export function fuseRanks(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [place, key] of list.entries()) scores.set(key, (scores.get(key) ?? 0) + 1 / (EVENING + place + 1));
  return [...scores].sort(([, a], [, b]) => b - a).map(([key]) => key);
}

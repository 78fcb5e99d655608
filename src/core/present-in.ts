/**
 * The elements of a list that are not `null`. The same list if none is, which is nearly always so: a list made with `map`
 * takes no more room than it needs.
 */
export function presentIn<T>(list: (T | null)[]): T[] {
  return isWhole(list) ? list : list.filter(isPresent);
}

function isPresent<T>(one: T | null): one is T {
  return one !== null;
}

function isWhole<T>(list: (T | null)[]): list is T[] {
  return !list.includes(null);
}

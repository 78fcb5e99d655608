/**
 * What is there in a list. The same list where nothing is missing, as is nearly always so: one that was made with `map`
 * holds no more places than it needs.
 */
export function presentIn<T>(list: (T | null)[]): T[] {
  return isWhole(list) ? list : list.filter((one) => one !== null);
}

function isWhole<T>(list: (T | null)[]): list is T[] {
  return !list.includes(null);
}

/** Whether a list has the elements of `start` from a place on, by identity. A loop: lists may be as long as a history. */
export function beginsWith(list: readonly unknown[], start: readonly unknown[], from = 0): boolean {
  const { length } = start;
  if (from + length > list.length) return false;
  for (let index = 0; index < length; index++) if (list[from + index] !== start[index]) return false;
  return true;
}

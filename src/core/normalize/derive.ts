const derived = new WeakMap<object, Map<string, object>>();
/** A part is rewritten for a handful of targets at most; beyond that the oldest are forgotten. */
const MAX_COUNT = 16;

/**
 * A changed copy of a part, the same object every time the same change is asked for: what was counted or digested for
 * it once stays known, and the next compile of the same history does not pay again. Parts are immutable.
 */
export function derive<T extends object>(from: T, change: string, make: () => T): T {
  let copies = derived.get(from);
  if (!copies) derived.set(from, (copies = new Map()));
  const known = copies.get(change);
  // Only `make` of the same change ever stores under this key.
  if (known) return known as T;
  if (copies.size >= MAX_COUNT) copies.clear();
  const copy = make();
  copies.set(change, copy);
  return copy;
}

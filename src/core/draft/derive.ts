const derived = new WeakMap<object, Map<string, object>>();
/** Most parts are rewritten for only a few targets. Beyond this number the oldest copies are dropped. */
const MAX_COUNT = 16;

/**
 * Returns a changed copy of a part: the same object every time the same change is requested. Token estimates and
 * digests of it stay cached, so the next compile of the same history need not compute them again. Parts are immutable.
 */
export function derive<T extends object>(from: T, change: string, make: () => T): T {
  let copies = derived.get(from);
  if (!copies) derived.set(from, (copies = new Map()));
  const cached = copies.get(change);
  // Only `make` of the same change ever stores under this key.
  if (cached) return cached as T;
  if (copies.size >= MAX_COUNT) copies.clear();
  const copy = make();
  copies.set(change, copy);
  return copy;
}

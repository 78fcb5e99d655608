const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * `next`, with every part that is equal to its part of `before` replaced by that one. If all is equal, `before` itself.
 * Looks into arrays and plain objects.
 */
export function reuseEqual<T>(before: unknown, next: T): T;
export function reuseEqual(before: unknown, next: unknown): unknown {
  if (Object.is(before, next)) return before;
  if (Array.isArray(before) && Array.isArray(next)) {
    const merged = next.map((part, at) => reuseEqual(before[at], part));
    return before.length === next.length && merged.every((part, at) => Object.is(part, before[at])) ? before : merged;
  }
  if (!isPlain(before) || !isPlain(next)) return next;
  const own = (name: string) => (Object.hasOwn(before, name) ? before[name] : undefined);
  const names = Object.keys(next);
  const merged = names.map((name) => [name, reuseEqual(own(name), next[name])] as const);
  const same =
    Object.keys(before).length === names.length &&
    merged.every(([name, part]) => Object.hasOwn(before, name) && Object.is(part, before[name]));
  return same ? before : Object.fromEntries(merged);
}

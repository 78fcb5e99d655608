import { isObject } from '../json.ts';

/** Merges layers: objects key by key, `disabled_…` lists as a union; otherwise the stronger layer wins. */
export function mergeLayers(weaker: unknown, stronger: unknown, key = ''): unknown {
  if (isObject(weaker) && isObject(stronger)) {
    const merged: Record<string, unknown> = { ...weaker };
    for (const [name, value] of Object.entries(stronger)) {
      if (name === '__proto__') continue;
      merged[name] = Object.hasOwn(merged, name) ? mergeLayers(merged[name], value, name) : value;
    }
    return merged;
  }
  if (key.startsWith('disabled_') && Array.isArray(weaker) && Array.isArray(stronger))
    return [...new Set<unknown>([...weaker, ...stronger])];
  return stronger;
}

/** Dotted keys of every value that is not an object. */
export function leafKeys(value: unknown, path = ''): string[] {
  if (!isObject(value)) return path === '' ? [] : [path];
  return Object.entries(value).flatMap(([key, inner]) => leafKeys(inner, path === '' ? key : `${path}.${key}`));
}

import { isObject } from '../../json.ts';

export type Schema = Record<string, unknown>;

export function recordOf(value: unknown): Schema {
  return isObject(value) ? value : {};
}

/** What a local `$ref` points to. `undefined` for anything else. */
export function resolveRef(ref: unknown, root: Schema): Schema | undefined {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined;
  let value: unknown = root;
  for (const step of ref.slice(1).split('/').filter(Boolean)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return isObject(value) ? value : undefined;
}

/** An object of a parsed JSON body with unknown fields. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns JSON with sorted keys and without the given keys, so that equal values have equal texts. */
export function canonical(value: unknown, without: ReadonlySet<string> = NONE): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one, without)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined && !without.has(key))
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key], without)}`);
  return `{${fields.join(',')}}`;
}

const NONE: ReadonlySet<string> = new Set();

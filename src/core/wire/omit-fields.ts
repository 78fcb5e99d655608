import { type Json } from './json.ts';
import { isObject } from '../json.ts';

/**
 * Returns the body without the fields at these paths. A step is a key, or `*` for every element of a list; `**.key` is
 * that key on every block of the body. Unchanged subtrees keep their identity. An object that becomes empty is removed
 * too: `"reasoning": {}` asks for as much as the field that was in it.
 */
export function omitFields<T extends object>(body: T, paths: readonly string[]): T {
  // The result has the shape of the input, minus the fields that the model refuses.
  return paths.reduce<unknown>((rest, path) => omit(rest, path.split('.')), body) as T;
}

function omit(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return undefined;
  if (step === '**') return omitEverywhere(value, rest[0] ?? '');
  if (Array.isArray(value)) return step === '*' ? mapped(value, (inner) => omit(inner, rest)) : value;
  if (!isObject(value) || value[step] === undefined) return value;
  const inner = omit(value[step], rest);
  if (inner !== undefined && inner === value[step]) return value;
  const isEmpty = isObject(inner) && Object.keys(inner).length === 0;
  return inner === undefined || isEmpty ? without(value, step) : { ...value, [step]: inner };
}

/** These keys hold user and tool content, whose keys must not be touched. */
const CONTENT: ReadonlySet<string> = new Set([
  'args',
  'arguments',
  'input_schema',
  'parameters',
  'parametersJsonSchema',
  'response',
]);

function omitEverywhere(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return mapped(value, (inner) => omitEverywhere(inner, key));
  if (!isObject(value)) return value;
  let rest = key in value ? without(value, key) : value;
  for (const [own, inner] of Object.entries(rest)) {
    // The input of a call is content; the input of a Responses body is its list of items.
    if (CONTENT.has(own) || (own === 'input' && !Array.isArray(inner))) continue;
    const left = omitEverywhere(inner, key);
    if (left !== inner) rest = { ...rest, [own]: left };
  }
  return rest;
}

function without(value: Json, key: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([own]) => own !== key));
}

function mapped(list: readonly unknown[], change: (inner: unknown) => unknown): readonly unknown[] {
  const next = list.map(change);
  return next.every((inner, index) => inner === list[index]) ? list : next;
}

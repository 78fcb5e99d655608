import { isObject } from '../json.ts';
import type { BodyField } from '../request.ts';

/** Returns the body with these fields. One that the body already has is not changed. */
export function addFields<T extends object>(body: T, fields: readonly BodyField[]): T {
  // The result has the shape of the input with more fields.
  return fields.reduce<unknown>((rest, { path, value }) => add(rest, path, value), body) as T;
}

function add(given: unknown, [step = '', ...rest]: readonly string[], value: unknown): unknown {
  const inside = isObject(given) ? given : {};
  const before = inside[step];
  if (rest.length === 0) return before === undefined ? { ...inside, [step]: value } : inside;
  return before === undefined || isObject(before) ? { ...inside, [step]: add(before, rest, value) } : inside;
}

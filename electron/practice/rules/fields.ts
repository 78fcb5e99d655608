import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json } from '../base/json.ts';

/** The expected type of a field, and the validator's message for a wrong one. */
export type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'list' | 'content' | 'any';

const EXPECTED: Readonly<Record<Exclude<Kind, 'any'>, string>> = {
  string: 'Input should be a valid string',
  integer: 'Input should be a valid integer',
  number: 'Input should be a valid number',
  boolean: 'Input should be a valid boolean',
  object: 'Input should be a valid dictionary',
  list: 'Input should be a valid list',
  content: 'Input should be a valid list',
};

const MATCHES: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  list: Array.isArray,
  content: (value) => typeof value === 'string' || Array.isArray(value),
  any: () => true,
};

export interface Fields {
  required?: Readonly<Record<string, Kind>>;
  optional?: Readonly<Record<string, Kind>>;
}

/** Reports missing, wrong and unknown fields of one object like the validator of Anthropic's and Mistral's API. */
export function checkFields(value: Json, path: string, { required = {}, optional = {} }: Fields): Failure | null {
  const at = (field: string) => (path === '' ? field : `${path}.${field}`);
  for (const [field, kind] of Object.entries(required)) {
    if (!(field in value)) return badRequest(`${at(field)}: Field required`);
    if (kind !== 'any' && !MATCHES[kind](value[field])) return badRequest(`${at(field)}: ${EXPECTED[kind]}`);
  }
  for (const [field, content] of Object.entries(value)) {
    if (field in required) continue;
    const kind = optional[field];
    if (kind === undefined) return badRequest(`${at(field)}: Extra inputs are not permitted`);
    if (content !== null && kind !== 'any' && !MATCHES[kind](content))
      return badRequest(`${at(field)}: ${EXPECTED[kind]}`);
  }
  return null;
}

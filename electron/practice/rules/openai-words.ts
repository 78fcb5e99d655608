import { badRequest, type Failure } from '../base/failure.ts';

/** The messages with which OpenAI's validator refuses a value; both of its APIs share them. */

export const unknownParameter = (path: string): Failure =>
  badRequest(`Unknown parameter: '${path}'.`, { param: path, code: 'unknown_parameter' });

export const missingParameter = (path: string): Failure =>
  badRequest(`Missing required parameter: '${path}'.`, { param: path, code: 'missing_required_parameter' });

export const invalidType = (path: string, expected: string, value: unknown): Failure =>
  badRequest(`Invalid type for '${path}': expected ${expected}, but got ${kindOf(value)} instead.`, {
    param: path,
    code: 'invalid_type',
  });

export const invalidValue = (path: string, value: string, supported: readonly string[]): Failure =>
  badRequest(`Invalid value: '${value}'. Supported values are: ${listed(supported)}.`, {
    param: path,
    code: 'invalid_value',
  });

export const emptyArray = (path: string): Failure =>
  badRequest(
    `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    { param: path, code: 'empty_array' },
  );

export const longArray = (path: string, most: number, length: number): Failure =>
  badRequest(
    `Invalid '${path}': array too long. Expected an array with maximum length ${most}, but got an array with length ${length} instead.`,
    { param: path, code: 'array_above_max_length' },
  );

export const longString = (path: string, most: number, length: number): Failure =>
  badRequest(
    `Invalid '${path}': string too long. Expected a string with maximum length ${most}, but got a string with length ${length} instead.`,
    { param: path, code: 'string_above_max_length' },
  );

/** `null` when the value is inside the range. */
export function outOfRange(path: string, value: unknown, [min, max]: readonly [number, number]): Failure | null {
  if (typeof value !== 'number' || (value >= min && value <= max)) return null;
  const kind = Number.isInteger(value) ? 'integer' : 'decimal';
  const [side, sign, limit] = value < min ? (['below min', '>=', min] as const) : (['above max', '<=', max] as const);
  return badRequest(
    `Invalid '${path}': ${kind} ${side}imum value. Expected a value ${sign} ${limit}, but got ${value} instead.`,
    { param: path, code: `${kind}_${side.replace(' ', '_')}_value` },
  );
}

export const wrongPattern = (path: string, pattern: string): Failure =>
  badRequest(
    `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '${pattern}'.`,
    { param: path, code: 'invalid_value' },
  );

export const unsupportedValue = (name: string, value: string, supported: readonly string[]): Failure =>
  badRequest(
    `Unsupported value: '${name}' does not support ${value} with this model. Supported values are: ${listed(supported)}.`,
    { param: name, code: 'unsupported_value' },
  );

export const onlyDefault = (name: string, value: string): Failure =>
  badRequest(
    `Unsupported value: '${name}' does not support ${value} with this model. Only the default (1) value is supported.`,
    { param: name, code: 'unsupported_value' },
  );

export const unsupportedParameter = (name: string, advice = ''): Failure =>
  badRequest(`Unsupported parameter: '${name}' is not supported with this model.${advice}`, {
    param: name,
    code: 'unsupported_parameter',
  });

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'object':
      return 'an object';
    case 'number':
      return Number.isInteger(value) ? 'an integer' : 'a decimal';
    case 'undefined':
      return 'nothing';
    default:
      return `a ${typeof value}`;
  }
}

/** Joins as 'a', 'b', and 'c', like OpenAI. */
function listed(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  if (quoted.length < 3) return quoted.join(' and ');
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`;
}

import type { SchemaProfile } from '../../vendors/base/dialect.ts';
import { clampSchema } from './clamp-schema.ts';
import { type Schema } from './schema.ts';
import { mergeRoot } from './merge-root.ts';
import { toOpenApi } from './openapi-schema.ts';
import { isObject } from '../../json.ts';

export type AdaptedSchema = { schema: Schema; changes: string[] } | { problem: string };

const EMPTY: Schema = { type: 'object', properties: {} };
/** Deeper than any realistic schema. Beyond it the tool is left out, so the program does not run out of stack. */
const MAX_DEPTH = 200;

/** Adapts a tool's input schema to the profile and names every kind of change. Never throws. */
export function adaptSchema(input: unknown, profile: SchemaProfile): AdaptedSchema {
  const changes = new Set<string>();
  if (input === undefined || input === null || input === true)
    return { schema: clampSchema(EMPTY, profile, changes), changes: ['no schema was given'] };
  if (!isObject(input)) return { problem: 'the input schema is not an object' };
  if (!isPlainJson(input)) return { problem: 'the input schema cannot be written as JSON' };
  const root = mergeRoot(input, changes);
  if (root.type !== 'object')
    return { problem: `the input is declared as ${JSON.stringify(root.type)}, not as an object` };
  const schema = clampSchema(profile === 'openapi' ? toOpenApi(root, changes) : root, profile, changes);
  if (isObject(schema.properties)) return { schema, changes: [...changes] };
  return { schema: { ...schema, properties: {} }, changes: [...changes, 'properties'] };
}

/** No cycles, no functions, no endless nesting. */
function isPlainJson(value: unknown, depth = 0, above: readonly object[] = []): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return true;
  if (typeof value === 'undefined') return true;
  if (typeof value !== 'object' || depth > MAX_DEPTH || above.includes(value)) return false;
  const inner = [...above, value];
  return Object.values(value).every((item) => isPlainJson(item, depth + 1, inner));
}

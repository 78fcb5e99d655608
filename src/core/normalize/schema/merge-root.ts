import { recordOf, resolveRef, type Schema } from './schema.ts';
import { isObject } from '../../json.ts';

const COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const;
/** Both OpenAI and Anthropic refuse these at the top level (A16, O5). They are useless there once merged. */
const REFUSED_AT_ROOT = [...COMBINATORS, 'not', 'enum', 'const', 'if', 'then', 'else', '$ref'];

/**
 * Returns an object schema without combinators or a reference at the top: every property of every alternative stays,
 * and only what all alternatives require is required. The model may send more than before, and nothing it was offered
 * is lost. The server that owns the tool still checks the original schema.
 */
export function mergeRoot(input: Schema, changes: Set<string>): Schema {
  const merged = mergeAll(input, input, new Set());
  const type = typeOf(input, merged);
  if (REFUSED_AT_ROOT.every((key) => input[key] === undefined)) {
    if (input.type === type) return input;
    changes.add('root type');
    return { ...input, type };
  }
  changes.add('root combinator');
  const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !REFUSED_AT_ROOT.includes(key)));
  const { properties, required } = merged;
  return { ...rest, type, properties, ...(required.length > 0 && { required }) };
}

interface Merged {
  properties: Schema;
  required: string[];
  types: Set<unknown>;
}

/** Each referenced schema is merged once, so recursive schemas terminate. */
function mergeAll(schema: Schema, root: Schema, seen: Set<Schema>): Merged {
  seen.add(schema);
  const merged: Merged = {
    properties: { ...recordOf(schema.properties) },
    required: strings(schema.required),
    types: new Set(schema.type === undefined ? [] : [schema.type].flat()),
  };
  const target = resolveRef(schema.$ref, root);
  if (target && !seen.has(target)) addAll(merged, mergeAll(target, root, seen));
  for (const part of records(schema.allOf)) addAll(merged, mergeAll(part, root, seen));
  for (const key of ['anyOf', 'oneOf'] as const) {
    const choices = records(schema[key]).map((choice) => mergeAll(choice, root, seen));
    if (choices.length === 0) continue;
    for (const choice of choices) addProperties(merged, choice);
    const common = choices.map(({ required }) => required).reduce((a, b) => a.filter((name) => b.includes(name)));
    merged.required = [...new Set([...merged.required, ...common])];
  }
  return merged;
}

function addAll(into: Merged, more: Merged): void {
  addProperties(into, more);
  into.required = [...new Set([...into.required, ...more.required])];
}

/** A property that several alternatives describe differently may match any of them. */
function addProperties(into: Merged, { properties, types }: Merged): void {
  for (const type of types) into.types.add(type);
  for (const [name, schema] of Object.entries(properties)) {
    const existing = Object.hasOwn(into.properties, name) ? into.properties[name] : undefined;
    if (existing === undefined) into.properties = { ...into.properties, [name]: schema };
    else if (JSON.stringify(existing) !== JSON.stringify(schema))
      into.properties = { ...into.properties, [name]: { anyOf: [...alternatives(existing), schema] } };
  }
}

function alternatives(schema: unknown): unknown[] {
  return isObject(schema) && Array.isArray(schema.anyOf) && Object.keys(schema).length === 1 ? schema.anyOf : [schema];
}

/** The root is an object unless it says it can only be something else. */
function typeOf(input: Schema, { types, properties }: Merged): unknown {
  if (types.size === 0 || types.has('object') || Object.keys(properties).length > 0) return 'object';
  return input.type ?? [...types][0];
}

function records(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

import { isObject } from '../../json.ts';
import { without } from '../../without.ts';
import { recordOf, resolveRef, type Schema } from './schema.ts';

/** What Google's `Schema` says of each type. It refuses a field at another type (opencode#11889, 2026-02). */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required'],
  array: ['items', 'maxItems', 'minItems'],
  string: ['enum', 'format', 'maxLength', 'minLength', 'pattern'],
  number: ['format', 'maximum', 'minimum'],
  integer: ['format', 'maximum', 'minimum'],
  boolean: [],
};
const FORMATS: Readonly<Record<string, readonly unknown[]>> = {
  string: ['enum', 'date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};
const COMMON: ReadonlySet<string> = new Set(['description', 'nullable']);
/** References are written out. No realistic schema has more parts; the rest of a larger one is left open. */
const MAX_PARTS = 2_000;

interface Context {
  root: Schema;
  changes: Set<string>;
  left: number;
}

/**
 * Writes a schema in the subset of OpenAPI 3.0 of Google's `parameters`, whose validator refuses lists of types and every
 * keyword that it doesn't know (Z9). What can't be said so is left open: the server that owns the tool still checks it.
 */
export function toOpenApi(root: Schema, changes: Set<string>): Schema {
  return convert(root, { root, changes, left: MAX_PARTS }, []);
}

/** `above`: the referenced schemas that this one is a part of. */
function convert(given: Schema, context: Context, above: readonly Schema[]): Schema {
  context.left -= 1;
  if (context.left < 0) return { type: 'string' };
  const inside = [...above];
  const schema = writtenOut(given, context, inside);
  const inner = (value: unknown): Schema => convert(recordOf(value), context, inside);
  const { description } = schema;
  const common = {
    ...(typeof description === 'string' && { description }),
    ...(canBeNull(schema) && { nullable: true }),
  };
  const alternatives = alternativesOf(schema);
  if (alternatives.length === 0) return { ...ofItsType(schema, inner, context.changes), ...common };
  context.changes.add('type');
  // Vertex takes nothing beside `anyOf` (opencode#15795, 2026-03).
  const anyOf = alternatives
    .map(inner)
    .flatMap((one) => schemas(one.anyOf ?? [one]))
    .map((one) => ({ ...common, ...one }));
  return anyOf.length === 1 ? { ...anyOf[0] } : { anyOf };
}

/** The schema with what it refers to and all that it must be. Adds the referenced schemas to `inside`. */
function writtenOut(schema: Schema, context: Context, inside: Schema[]): Schema {
  if (schema.$ref !== undefined) {
    const target = resolveRef(schema.$ref, context.root);
    const rest = without(schema, '$ref');
    context.changes.add('$ref');
    if (!target) return rest;
    if (inside.includes(target)) return { type: typeOf(target), ...rest };
    inside.push(target);
    return writtenOut({ ...target, ...rest }, context, inside);
  }
  if (!Array.isArray(schema.allOf)) return schema;
  context.changes.add('allOf');
  return schemas(schema.allOf)
    .map((part) => writtenOut(part, context, inside))
    .reduce<Schema>(
      (one, other) => ({
        ...other,
        ...one,
        ...((one.properties ?? other.properties) !== undefined && {
          properties: { ...recordOf(other.properties), ...recordOf(one.properties) },
        }),
        ...((one.required ?? other.required) !== undefined && {
          required: [...new Set([one.required ?? [], other.required ?? []].flat())],
        }),
      }),
      without(schema, 'allOf'),
    );
}

function ofItsType(schema: Schema, inner: (value: unknown) => Schema, changes: Set<string>): Schema {
  const type = typeOf(schema);
  const said = (FIELDS[type] ?? []).map((key): [string, unknown] => [key, fieldOf(schema, type, key, inner)]);
  const converted = Object.fromEntries([['type', type], ...said.filter(([, value]) => value !== undefined)]);
  if (schema.type !== type) changes.add('type');
  for (const key of Object.keys(schema)) if (!Object.hasOwn(converted, key) && !COMMON.has(key)) changes.add(key);
  return converted;
}

function fieldOf(schema: Schema, type: string, key: string, inner: (value: unknown) => Schema): unknown {
  if (key === 'items') return inner(itemsOf(schema));
  if (key === 'format') return FORMATS[type]?.includes(schema.format) ? schema.format : undefined;
  if (key === 'enum') {
    const values = valuesOf(schema).filter((value) => value !== null);
    return values.length > 0 && values.every((value) => typeof value === 'string' && value !== '') ? values : undefined;
  }
  if (key !== 'properties' || !isObject(schema.properties)) return schema[key];
  const possible = Object.entries(schema.properties).filter(([, one]) => one !== false);
  return Object.fromEntries(possible.map(([name, one]) => [name, inner(one)]));
}

/** What the schema may be, where that is more than one kind, or said in a schema of its own. */
function alternativesOf(schema: Schema): Schema[] {
  const choices = choicesOf(schema).filter((choice) => !isNull(choice));
  const types = typesOf(schema);
  const { type } = schema;
  if (choices.length > 0) return choices.map((choice) => ({ ...(type !== undefined && { type }), ...choice }));
  return types.length > 1 ? types.map((one) => ({ ...without(schema, 'description', 'nullable'), type: one })) : [];
}

/** Vertex refuses a schema without a type (9router#2870, 2026-07). A text can hold what no type fits. */
function typeOf(schema: Schema): string {
  const types = Object.keys(FIELDS);
  const ofKey = types.find((type) => FIELDS[type]?.some((key) => key !== 'enum' && key in schema));
  const [value] = valuesOf(schema);
  return typesOf(schema)[0] ?? ofKey ?? types.find((type) => type === typeof value) ?? 'string';
}

/** The items of a tuple may be of any of its schemas. */
const itemsOf = ({ items, prefixItems }: Schema): unknown => {
  const tuple = [prefixItems, items].find(Array.isArray);
  return tuple ? { anyOf: tuple } : items;
};

const canBeNull = (schema: Schema): boolean =>
  schema.nullable === true ||
  [schema.type].flat().includes('null') ||
  valuesOf(schema).includes(null) ||
  choicesOf(schema).some(isNull);

/** Beside properties, alternatives only say which of them go together. */
const choicesOf = ({ properties, anyOf, oneOf }: Schema): Schema[] =>
  properties === undefined ? [...schemas(anyOf), ...schemas(oneOf)] : [];

const valuesOf = (schema: Schema): unknown[] =>
  Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];

const typesOf = ({ type }: Schema): string[] =>
  [type].flat().filter((name): name is string => typeof name === 'string' && Object.hasOwn(FIELDS, name));

const isNull = (schema: Schema): boolean =>
  schema.type === 'null' || (valuesOf(schema).length > 0 && valuesOf(schema).every((value) => value === null));

const schemas = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isObject) : []);

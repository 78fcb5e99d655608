import type { SchemaProfile } from '../../vendors/base/dialect.ts';
import { type Schema } from './schema.ts';
import { isObject } from '../../json.ts';
import { without } from '../../without.ts';

interface Profile {
  /** Keywords that the validator does not know. */
  remove: ReadonlySet<string>;
  /** Every object must forbid additional properties (Cerebras). */
  closed: boolean;
  /** A schema must be an object: `true` becomes `{}`; a schema that matches nothing is removed. */
  objectsOnly: boolean;
  /** Beside a reference only a few keywords may stand. */
  bareReferences: boolean;
  /** What a part of `allOf` requires of another one may stand beside it. */
  requiredOfParts: boolean;
}

/** "If a schema node has $ref set, then only description and default can be set alongside it" (opencode#12295, 2026-02). */
const BESIDE_REFERENCE = /^(\$.*|description|default)$/;

const PROFILES: Readonly<Record<SchemaProfile, Profile>> = {
  'json-schema': { remove: new Set(), closed: false, objectsOnly: false, bareReferences: false, requiredOfParts: true },
  gemini: {
    remove: new Set(['$schema', '$comment', 'propertyNames', 'patternProperties']),
    closed: false,
    objectsOnly: true,
    bareReferences: true,
    requiredOfParts: false,
  },
  openapi: { remove: new Set(), closed: false, objectsOnly: true, bareReferences: false, requiredOfParts: true },
  // Long texts and lists are long rules, and only plain patterns between ^ and $ can be one.
  grammar: {
    remove: new Set([
      'pattern',
      'patternProperties',
      'propertyNames',
      'minLength',
      'maxLength',
      'minItems',
      'maxItems',
    ]),
    closed: false,
    objectsOnly: false,
    bareReferences: false,
    requiredOfParts: true,
  },
  'strict-subset': {
    remove: new Set([
      '$schema',
      '$comment',
      '$id',
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'multipleOf',
      'pattern',
      'format',
      'minLength',
      'maxLength',
      'minItems',
      'maxItems',
      'uniqueItems',
      'patternProperties',
      'propertyNames',
      'default',
      'examples',
    ]),
    closed: true,
    objectsOnly: true,
    bareReferences: false,
    requiredOfParts: true,
  },
};

/** Keywords whose value is one schema, a list of schemas, or a map of names to schemas. */
const ONE = new Set(['items', 'additionalProperties', 'not', 'contains', 'if', 'then', 'else', 'propertyNames']);
const MANY = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const MAPS = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']);

/**
 * Removes from a schema, at every depth, what the profile's validator refuses. Property names are never mistaken for
 * keywords. A list without `items` gets an open one, and `required` names only existing properties: OpenAI and Gemini
 * refuse both. A schema that needs no change keeps its identity.
 */
export function clampSchema(schema: Schema, profile: SchemaProfile, changes: Set<string>): Schema {
  return clamp(schema, PROFILES[profile], changes);
}

function clamp(given: Schema, profile: Profile, changes: Set<string>): Schema {
  const schema = withPartsRequired(given, profile);
  let changed = schema !== given;
  if (changed) changes.add('required');
  const isBare = profile.bareReferences && typeof schema.$ref === 'string';
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (profile.remove.has(key) || (isBare && !BESIDE_REFERENCE.test(key))) {
      changes.add(key);
      changed = true;
      return [];
    }
    const inner = clampValue(key, value, profile, changes);
    changed ||= inner !== value;
    return [[key, inner]];
  });
  const clamped: Schema = Object.fromEntries(entries);
  if (isOfType(clamped, 'array') && clamped.items === undefined && clamped.prefixItems === undefined) {
    clamped.items = {};
    changed = true;
    changes.add('items');
  }
  if (profile.closed && isOfType(clamped, 'object') && clamped.additionalProperties !== false) {
    clamped.additionalProperties = false;
    changed = true;
    changes.add('additionalProperties');
  }
  const required = knownRequired(clamped);
  if (required) {
    clamped.required = required;
    changed = true;
    changes.add('required');
  }
  return changed ? clamped : given;
}

/**
 * With what its parts require of each other beside them. Alternatives that only say which properties go together are
 * left out: Fireworks and Google refuse schemas that have nothing but `required` (discord.py-self-mcp#49, 2026-09;
 * mastra#22489, 2026-08), and the server that owns the tool checks it.
 */
function withPartsRequired(schema: Schema, profile: Profile): Schema {
  let next = schema;
  if (Array.isArray(schema.allOf) && profile.requiredOfParts) {
    const parts = schema.allOf.map((part: unknown) =>
      isObject(part) && !isComposed(part) ? splitRequired(part) : { part, others: [] },
    );
    const others = parts.flatMap((one) => one.others);
    const allOf = parts.flatMap(({ part }) => (part === null ? [] : [part]));
    if (others.length > 0)
      next = withRequired(allOf.length > 0 ? { ...schema, allOf } : without(schema, 'allOf'), others);
  }
  for (const key of ['anyOf', 'oneOf'] as const) {
    const choices = next[key];
    if (!isObject(next.properties) || !Array.isArray(choices) || choices.length === 0 || !choices.every(isBare))
      continue;
    const common = choices.map(requiredOf).reduce((one, other) => one.filter((name) => other.includes(name)));
    next = withRequired(without(next, key), common);
  }
  return next;
}

const isComposed = ({ $ref, allOf, anyOf, oneOf }: Schema): boolean => ($ref ?? allOf ?? anyOf ?? oneOf) !== undefined;

/** Only `required`, of an object. */
const isBare = (part: unknown): part is Schema => isObject(part) && hasOnlyRequired(part);

const hasOnlyRequired = (part: Schema): boolean =>
  part.required !== undefined &&
  Object.entries(part).every(([key, value]) => key === 'required' || (key === 'type' && value === 'object'));

const requiredOf = ({ required }: Schema): string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];

/** What a schema requires that it doesn't define, and the rest of it; `null` where nothing is left. */
function splitRequired(part: Schema): { part: Schema | null; others: string[] } {
  const defined = isObject(part.properties) ? part.properties : {};
  const own = requiredOf(part).filter((name) => Object.hasOwn(defined, name));
  const others = requiredOf(part).filter((name) => !Object.hasOwn(defined, name));
  if (others.length === 0) return { part, others };
  return { part: hasOnlyRequired(part) ? null : { ...part, required: own }, others };
}

const withRequired = (schema: Schema, names: readonly string[]): Schema =>
  names.length === 0 ? schema : { ...schema, required: [...new Set([...requiredOf(schema), ...names])] };

/** A type may be a list: "array or null" (.NET's MCP SDK, opencode#48073, 2026-09). */
const isOfType = ({ type }: Schema, name: string): boolean => [type].flat().includes(name);

function clampValue(key: string, value: unknown, profile: Profile, changes: Set<string>): unknown {
  if (key === 'items') return clampAny(value, profile, changes);
  if (ONE.has(key)) return isObject(value) ? clamp(value, profile, changes) : value;
  if (MANY.has(key))
    return Array.isArray(value) ? keepIdentity(value, (item) => clampAny(item, profile, changes)) : value;
  if (!MAPS.has(key) || !isObject(value)) return value;
  const before = Object.entries(value);
  const entries = before.flatMap(([name, inner]): [string, unknown][] => {
    if (inner !== false || !profile.objectsOnly) return [[name, clampAny(inner, profile, changes)]];
    changes.add('false');
    return [];
  });
  const same = entries.length === before.length && entries.every(([, inner], index) => inner === before[index]?.[1]);
  return same ? value : Object.fromEntries(entries);
}

function clampAny(value: unknown, profile: Profile, changes: Set<string>): unknown {
  if (value === true && profile.objectsOnly) {
    changes.add('true');
    return {};
  }
  return isObject(value) ? clamp(value, profile, changes) : value;
}

function keepIdentity(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.some((item, index) => item !== list[index]) ? changed : list;
}

/** `required` without names that are no properties. `null` when nothing needs to change. */
function knownRequired(schema: Schema): string[] | null {
  const { required, properties } = schema;
  if (required === undefined || isComposed(schema)) return null;
  const defined = isObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required : [];
  const requiredNames = [...new Set(names.filter((name) => typeof name === 'string' && Object.hasOwn(defined, name)))];
  return Array.isArray(required) && requiredNames.length === names.length ? null : (requiredNames as string[]);
}

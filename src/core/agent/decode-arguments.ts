import { isObject, parseJson } from '../json.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** References that lead to references. */
const MAX_REFERENCES = 16;
/** Deeper than any realistic schema. */
const MAX_DEPTH = 32;

/**
 * Returns arguments with every value as the schema wants it that differs in its writing alone: `"[1]"` where only a list
 * can stand, `"3"` where only a number can, 3 where only a string can. Models of several vendors write such values
 * (claude-code#16018, 2026-01; #59227, 2026-05). A value stays as it is where the schema takes it, or says nothing.
 */
export function decodeArguments(schema: unknown, args: Arguments): Arguments {
  const decoded = decode(args, schema, { root: schema, depth: 0 });
  return isObject(decoded) ? decoded : args;
}

interface Place {
  /** Where references begin. */
  root: unknown;
  depth: number;
}

function decode(value: unknown, given: unknown, { root, depth }: Place): unknown {
  const schema = resolve(given, root);
  if (!isObject(schema) || depth > MAX_DEPTH) return value;
  const place = { root, depth: depth + 1 };
  const whole = rewritten(value, typesOf(schema, place));
  const chosen = choiceFor(schema, whole, place);
  if (chosen !== schema) return decode(whole, chosen, place);
  if (Array.isArray(whole)) {
    const { items } = schema;
    return items === undefined ? whole : changed(whole, (one) => decode(one, items, place));
  }
  if (!isObject(whole) || !isObject(schema['properties'])) return whole;
  const properties = schema['properties'];
  const keys = Object.keys(whole).filter((key) => Object.hasOwn(properties, key));
  const values = keys.map((key) => whole[key]);
  const decoded = changed(values, (one, index) => decode(one, properties[keys[index] ?? ''], place));
  return decoded === values
    ? whole
    : { ...whole, ...Object.fromEntries(keys.map((key, index) => [key, decoded[index]])) };
}

/** The only one of several schemas that takes values of this type; without one, all of them. */
function choiceFor(schema: Record<string, unknown>, value: unknown, place: Place): unknown {
  const choices = choicesOf(schema);
  if (choices === null || typeof value !== 'object') return schema;
  const fitting = choices.filter((one) => {
    const types = typesOf(one, place);
    return types === null || hasTypeOf(value, types);
  });
  return fitting.length === 1 ? fitting[0] : schema;
}

function choicesOf(schema: Record<string, unknown>): readonly unknown[] | null {
  const choices = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(choices) ? choices : null;
}

/** A value in another writing that has one of these types; without one, the value. */
function rewritten(value: unknown, types: ReadonlySet<string> | null): unknown {
  if (types === null || hasTypeOf(value, types)) return value;
  if (typeof value === 'string') {
    const read = parseJson(value);
    return read !== undefined && hasTypeOf(read, types) ? read : value;
  }
  return types.has('string') && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : value;
}

const hasTypeOf = (value: unknown, types: ReadonlySet<string>): boolean =>
  typesOfValue(value).some((type) => types.has(type));

function typesOfValue(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['number', 'integer'] : ['number'];
  return [typeof value];
}

/** The types that a schema names, also as a choice of schemas; `null` when it takes others, too. */
function typesOf(given: unknown, { root, depth }: Place): ReadonlySet<string> | null {
  const schema = resolve(given, root);
  if (!isObject(schema) || depth > MAX_DEPTH) return null;
  const { type } = schema;
  if (type !== undefined) return new Set([type].flat().filter((one) => typeof one === 'string'));
  const all = choicesOf(schema)?.map((one) => typesOf(one, { root, depth: depth + 1 }));
  return all === undefined || all.includes(null) ? null : new Set(all.flatMap((types) => [...(types ?? [])]));
}

/** The schema that a local reference leads to. */
function resolve(schema: unknown, root: unknown): unknown {
  let found = schema;
  for (let count = 0; count < MAX_REFERENCES; count++) {
    const reference = isObject(found) ? found['$ref'] : undefined;
    if (typeof reference !== 'string') return found;
    if (!reference.startsWith('#/')) return null;
    found = reference
      .slice(2)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : null), root);
  }
  return null;
}

/** The same list when nothing changes. */
function changed(list: readonly unknown[], change: (value: unknown, index: number) => unknown): readonly unknown[] {
  const next = list.map(change);
  return next.every((value, index) => value === list[index]) ? list : next;
}

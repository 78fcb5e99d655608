import {
  anything,
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  dictionary,
  letrec,
  nat,
  oneof,
  property,
  record,
  subarray,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adaptSchema } from '#core/normalize/schema/adapt-schema.ts';
import type { SchemaProfile } from '#core/vendors/base/dialect.ts';

const PROFILES: SchemaProfile[] = ['json-schema', 'gemini', 'openapi', 'strict-subset', 'grammar'];

function schemaOf(input: unknown, profile: SchemaProfile = 'json-schema'): Record<string, unknown> {
  const adapted = adaptSchema(input, profile);
  if ('problem' in adapted) throw new Error(adapted.problem);
  return adapted.schema;
}

describe('adaptSchema', () => {
  it('leaves a plain object schema alone', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^x' } }, required: ['a'] };
    expect(adaptSchema(schema, 'json-schema')).toEqual({ schema, changes: [] });
    expect(schemaOf(schema)).toBe(schema);
  });

  it('merges alternatives at the root and keeps every property (A16)', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      anyOf: [
        { type: 'object', properties: { id: { type: 'string' }, mode: { const: 'one' } }, required: ['id', 'mode'] },
        { type: 'object', properties: { ids: { type: 'array' }, mode: { const: 'many' } }, required: ['ids', 'mode'] },
      ],
    };
    expect(schemaOf(schema)).toEqual({
      $schema: schema.$schema,
      type: 'object',
      properties: {
        id: { type: 'string' },
        mode: { anyOf: [{ const: 'one' }, { const: 'many' }] },
        ids: { type: 'array', items: {} },
      },
      required: ['mode'],
    });
  });

  it('takes everything that allOf and a root reference demand', () => {
    const schema = {
      $ref: '#/$defs/args',
      $defs: {
        args: { allOf: [{ $ref: '#/$defs/base' }, { properties: { b: { type: 'number' } }, required: ['b'] }] },
        base: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      },
    };
    const { $defs, ...root } = schemaOf(schema);
    expect($defs).toEqual(schema.$defs);
    expect(root).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number' } },
      required: ['a', 'b'],
    });
  });

  it('keeps what a part of allOf requires of the others', () => {
    const nested = (one: object) => ({ type: 'object', properties: { one } });
    const pet = { type: 'object', properties: { name: { type: 'string' }, age: { type: 'number' } } };
    expect(schemaOf({ ...nested({ allOf: [pet, { required: ['name'] }], description: 'd' }) })).toEqual(
      nested({ allOf: [pet], description: 'd', required: ['name'] }),
    );
    const chip = { properties: { chip: { type: 'string' } }, required: ['age', 'chip'] };
    expect(schemaOf(nested({ allOf: [pet, chip], required: ['name'] }))).toEqual(
      nested({ allOf: [pet, { ...chip, required: ['chip'] }], required: ['name', 'age'] }),
    );
    expect(schemaOf(nested({ ...pet, allOf: [{ type: 'object', required: ['name'] }] }))).toEqual(
      nested({ ...pet, required: ['name'] }),
    );
    // Google refuses names that the same schema doesn't define.
    expect(schemaOf(nested({ allOf: [pet, { required: ['name'] }] }), 'gemini')).toEqual(
      nested({ allOf: [pet, { required: [] }] }),
    );
  });

  it('leaves out alternatives that only say which properties go together', () => {
    const ids = { type: 'object', properties: { id: { type: 'string' }, ids: { type: 'array', items: {} } } };
    const either = { ...ids, anyOf: [{ required: ['id'] }, { required: ['ids'] }] };
    for (const profile of PROFILES)
      expect(JSON.stringify(schemaOf({ type: 'object', properties: { either } }, profile))).not.toContain('anyOf');
    const both = { ...ids, oneOf: [{ required: ['id', 'ids'] }, { type: 'object', required: ['id'] }] };
    expect(schemaOf({ type: 'object', properties: { both } })).toEqual({
      type: 'object',
      properties: { both: { ...ids, required: ['id'] } },
    });
  });

  it('comes to an end on schemas that refer to themselves', () => {
    expect(schemaOf({ anyOf: [{ $ref: '#' }, { $ref: '#/anyOf/0' }, { properties: { a: {} } }] })).toEqual({
      type: 'object',
      properties: { a: {} },
    });
  });

  it('removes what Cerebras refuses, at every depth, but never a property of that name (C4, S4-28)', () => {
    const schema = {
      type: 'object',
      properties: {
        pattern: { type: 'string', pattern: '^a', format: 'uri' },
        n: { type: 'array', items: { type: 'object', properties: { minimum: { type: 'integer', minimum: 1 } } } },
      },
    };
    expect(schemaOf(schema, 'strict-subset')).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: {
        pattern: { type: 'string' },
        n: {
          type: 'array',
          items: { type: 'object', additionalProperties: false, properties: { minimum: { type: 'integer' } } },
        },
      },
    });
  });

  it('gives every list its items, one that may be null, too', () => {
    const of = (property: object) => ({ type: 'object', properties: { a: property } });
    const nullable = { type: ['array', 'null'] };
    expect(schemaOf(of(nullable))).toEqual(of({ ...nullable, items: {} }));
    const whole = of({ ...nullable, items: { type: 'string' } });
    expect(schemaOf(whole)).toBe(whole);
  });

  it('leaves a reference alone for Gemini, which refuses most keywords beside one (G7)', () => {
    const $defs = { color: { type: 'string', title: 'Color' } };
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/color', title: 'A', type: 'string', description: 'a color', default: 'red' } },
      $defs,
    };
    expect(schemaOf(schema)).toBe(schema);
    expect(schemaOf(schema, 'gemini')).toEqual({
      ...schema,
      properties: { a: { $ref: '#/$defs/color', description: 'a color', default: 'red' } },
    });
  });

  it('keeps const, oneOf and enum inside', () => {
    const schema = { type: 'object', properties: { a: { oneOf: [{ const: 1 }, { enum: ['x'] }] } } };
    for (const profile of PROFILES.filter((one) => one !== 'openapi'))
      expect(schemaOf(schema, profile).properties).toEqual(schema.properties);
  });

  it('gives a tool without a schema an empty one', () => {
    for (const input of [undefined, null, true, {}])
      expect(schemaOf(input)).toEqual({ type: 'object', properties: {} });
  });

  it.each([
    ['a list', []],
    ['a text', 'x'],
    ['a number', 1],
    ['false', false],
    ['an array type', { type: 'array' }],
  ])('refuses %s', (_, input) => {
    expect(adaptSchema(input, 'json-schema')).toHaveProperty('problem');
  });

  it('refuses what cannot be written as JSON', () => {
    const cyclic: Record<string, unknown> = { type: 'object' };
    cyclic.properties = { self: cyclic };
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level++) deep = { not: deep };
    for (const input of [cyclic, deep, { type: 'object', properties: { a: () => 1 } }, { type: 'object', big: 1n }])
      expect(adaptSchema(input, 'gemini')).toEqual({ problem: 'the input schema cannot be written as JSON' });
  });

  it('is total, idempotent and never leaves a combinator at the root', () => {
    assert(
      property(anything({ maxDepth: 4 }), (input) => {
        for (const profile of PROFILES) {
          const adapted = adaptSchema(input, profile);
          if ('problem' in adapted) continue;
          expect(adapted.schema.type).toBe('object');
          expect(Object.keys(adapted.schema)).not.toEqual(expect.arrayContaining(['anyOf']));
          expect(schemaOf(adapted.schema, profile)).toEqual(adapted.schema);
        }
      }),
    );
  });
});

describe('what a schema may be besides an object', () => {
  const schema = {
    type: 'object',
    properties: { any: true, never: false, list: { type: 'array', items: true }, open: { additionalProperties: true } },
    required: ['any', 'never'],
  };

  it('stays where every JSON Schema is read', () => {
    expect(schemaOf(schema)).toBe(schema);
  });

  it.each(['gemini', 'strict-subset'] as const)('becomes an object for %s, and what can never be goes', (profile) => {
    expect(schemaOf(schema, profile)).toMatchObject({
      properties: { any: {}, list: { items: {} }, open: { additionalProperties: true } },
      required: ['any'],
    });
    expect(schemaOf(schema, profile).properties).not.toHaveProperty('never');
  });

  it.each(PROFILES)('properties named after what objects have stay properties: %s', (profile) => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', default: 'x' }]));
    const adapted = schemaOf({ type: 'object', properties, anyOf: [{ required: ['__proto__'] }] }, profile);
    expect(Object.keys(adapted.properties ?? {})).toEqual(names);
    expect(adapted.required).toEqual(['__proto__']);
  });

  it('says what was added', () => {
    expect(adaptSchema({ type: 'object' }, 'json-schema')).toEqual({
      schema: { type: 'object', properties: {} },
      changes: ['properties'],
    });
  });
});

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean'];

/** What Google's validators refuse, as their refusals name it (2026-09). */
function wrongWith(schema: Record<string, unknown>): string[] {
  const {
    type,
    anyOf,
    properties = {},
    items,
    required = [],
    ...rest
  } = schema as {
    type?: string;
    anyOf?: Record<string, unknown>[];
    properties?: Record<string, Record<string, unknown>>;
    items?: Record<string, unknown>;
    required?: string[];
    enum?: unknown[];
  };
  if (anyOf) {
    const stray = Object.keys(schema).length > 1 ? ['other fields alongside any_of'] : [];
    return [...stray, ...anyOf.flatMap((one) => [...('anyOf' in one ? ['any_of in any_of'] : []), ...wrongWith(one)])];
  }
  const known = /^(description|nullable|enum|format|pattern|minimum)$/;
  return [
    ...(TYPES.includes(type ?? '') ? [] : ['schema didn’t specify the schema type field']),
    ...Object.keys(rest).flatMap((key) => (known.test(key) ? [] : [`unknown name ${key}`])),
    ...(type !== 'object' && ('properties' in schema || 'required' in schema) ? ['only allowed for OBJECT type'] : []),
    ...((type === 'array') === (items !== undefined) ? [] : ['items: missing field']),
    ...(rest.enum && type !== 'string' ? ['enum: only allowed for STRING type'] : []),
    ...(rest.enum?.every((value) => typeof value === 'string' && value !== '') === false
      ? ['enum: cannot be empty']
      : []),
    ...required.flatMap((name) => (Object.hasOwn(properties, name) ? [] : ['required: property is not defined'])),
    ...Object.values(properties).flatMap(wrongWith),
    ...(items ? wrongWith(items) : []),
  ];
}

describe('a schema for Google’s parameters', () => {
  const of = (property: object, more: object = {}) => {
    const schema = schemaOf({ type: 'object', properties: { a: property }, ...more }, 'openapi');
    expect(schemaOf(schema, 'openapi')).toEqual(schema);
    return (schema.properties as { a: unknown }).a;
  };

  it.each<[what: string, property: object, expected: object]>([
    [
      'a type or null',
      { type: ['string', 'null'], description: 'd' },
      { type: 'string', nullable: true, description: 'd' },
    ],
    [
      'several types',
      { type: ['array', 'string', 'null'], items: { type: ['integer'] }, description: 'd' },
      {
        anyOf: [
          { type: 'array', items: { type: 'integer' }, nullable: true, description: 'd' },
          { type: 'string', nullable: true, description: 'd' },
        ],
      },
    ],
    [
      'one alternative beside null',
      { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null, title: 'A' },
      { type: 'integer', minimum: 1, nullable: true },
    ],
    [
      'alternatives',
      { oneOf: [{ const: 'x' }, { type: 'number' }] },
      { anyOf: [{ type: 'string', enum: ['x'] }, { type: 'number' }] },
    ],
    ['values', { enum: ['x', 'y', null] }, { type: 'string', enum: ['x', 'y'], nullable: true }],
    ['a type of values alone', { enum: [1, 2] }, { type: 'number' }],
    ['values that are no texts', { type: 'integer', enum: [1, 2] }, { type: 'integer' }],
    [
      'keywords of JSON Schema',
      { type: 'string', format: 'uri', pattern: '^a', examples: ['a'], $comment: 'c' },
      { type: 'string', pattern: '^a' },
    ],
    ['what may be anything', {}, { type: 'string' }],
    ['nothing but null', { type: 'null', description: 'd' }, { type: 'string', nullable: true, description: 'd' }],
    ['a type that is no type', { type: 'any' }, { type: 'string' }],
    [
      'properties without a type',
      { properties: { b: true, c: false }, required: ['b', 'c'] },
      { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
    ],
    [
      'fields of another type',
      { type: ['string', 'integer'], pattern: '^1', minimum: 1, format: 'int32', required: true },
      {
        anyOf: [
          { type: 'string', pattern: '^1' },
          { type: 'integer', format: 'int32', minimum: 1 },
        ],
      },
    ],
    ['a list of anything', { type: 'array' }, { type: 'array', items: { type: 'string' } }],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }] },
      { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] } },
    ],
    [
      'alternatives of alternatives',
      { description: 'd', anyOf: [{ type: ['string', 'number'] }, { const: null }, { description: 'e', enum: ['x'] }] },
      {
        anyOf: [
          { type: 'string', nullable: true, description: 'd' },
          { type: 'number', nullable: true, description: 'd' },
          { type: 'string', enum: ['x'], nullable: true, description: 'e' },
        ],
      },
    ],
    [
      'alternatives of one type',
      { type: 'integer', anyOf: [{ maximum: 3 }, { minimum: 5 }] },
      {
        anyOf: [
          { type: 'integer', maximum: 3 },
          { type: 'integer', minimum: 5 },
        ],
      },
    ],
    [
      'conditions beside properties',
      {
        type: 'object',
        properties: { const: { type: 'string' } },
        anyOf: [{ required: ['const'] }],
        additionalProperties: false,
      },
      { type: 'object', properties: { const: { type: 'string' } } },
    ],
  ])('says %s', (_, property, expected) => {
    expect(of(property)).toEqual(expected);
  });

  it('is one whatever it is given', () => {
    const { schema, whole } = letrec<Record<'schema' | 'whole', Record<string, unknown>>>((tie) => ({
      schema: oneof({ maxDepth: 3 }, constant({}), tie('whole')),
      whole: record(
        {
          type: oneof(constantFrom(...TYPES, 'null', 'any'), subarray([...TYPES, 'null'])),
          enum: array(constantFrom('a', '', 1, null), { maxLength: 2 }),
          const: constantFrom('a', 1, null),
          format: constantFrom('int32', 'date', 'date-time'),
          nullable: boolean(),
          description: constantFrom('d', 1),
          minimum: nat(9),
          pattern: constant('^a'),
          additionalProperties: boolean(),
          $ref: constantFrom('#/$defs/one', '#/$defs/none', 'https://example.com/a'),
          items: oneof(boolean(), tie('schema'), array(tie('schema'), { maxLength: 2 })),
          properties: dictionary(constantFrom('type', 'enum', 'a'), oneof(boolean(), tie('schema')), { maxKeys: 2 }),
          required: oneof(constant(true), array(constantFrom('type', 'a', 'b'), { maxLength: 2 })),
          anyOf: array(tie('schema'), { maxLength: 2 }),
          allOf: array(tie('schema'), { maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
    }));
    assert(
      property(schema, whole, (a, one) => {
        expect(wrongWith(schemaOf({ type: 'object', properties: { a }, $defs: { one } }, 'openapi'))).toEqual([]);
      }),
    );
  });

  it('has references written out, and ends where they lead back', () => {
    const $defs = {
      node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, name: { $ref: '#/$defs/name' } } },
      name: { type: 'string', minLength: 1 },
    };
    const property = { allOf: [{ $ref: '#/$defs/node' }, { required: ['name'] }], description: 'd' };
    expect(of(property, { $defs })).toEqual({
      type: 'object',
      description: 'd',
      properties: { next: { type: 'object' }, name: { type: 'string', minLength: 1 } },
      required: ['name'],
    });
  });

  it('stays small where references multiply', () => {
    const level = (at: number): [string, object] => {
      const next = { $ref: `#/$defs/n${at + 1}` };
      return [`n${at}`, { type: 'object', properties: { a: next, b: next, c: next } }];
    };
    const $defs = Object.fromEntries(Array.from({ length: 30 }, (_, at) => level(at)));
    expect(JSON.stringify(of({ $ref: '#/$defs/n0' }, { $defs })).length).toBeLessThan(200_000);
  });
});

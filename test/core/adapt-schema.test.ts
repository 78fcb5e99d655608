import { anything, assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adaptSchema } from '#core/normalize/schema/adapt-schema.ts';
import type { SchemaProfile } from '#core/vendors/base/dialect.ts';

const PROFILES: SchemaProfile[] = ['json-schema', 'gemini', 'strict-subset', 'grammar'];

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
    for (const profile of PROFILES) expect(schemaOf(schema, profile).properties).toEqual(schema.properties);
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

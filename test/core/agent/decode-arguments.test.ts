import {
  anything,
  array,
  assert,
  constantFrom,
  dictionary,
  integer,
  oneof,
  property,
  record,
  string,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeArguments } from '#core/agent/decode-arguments.ts';
import { createArgumentCheck } from '#tools/check-arguments.ts';
import { runs } from '#test/runs.ts';

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  ...more,
});

const SCHEMA = object(
  {
    path: { type: 'string' },
    limit: { type: 'integer' },
    exact: { type: ['boolean', 'null'] },
    edits: { type: 'array', items: { $ref: '#/$defs/edit' } },
    filter: { anyOf: [object({ tags: { type: 'array', items: { type: 'string' } } }), { type: 'null' }] },
    note: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    any: {},
  },
  { required: ['path'], $defs: { edit: object({ line: { type: 'integer' }, text: { type: 'string' } }) } },
);

describe('arguments in another writing', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a list', { edits: '[{"line":1,"text":"a"}]' }, { edits: [{ line: 1, text: 'a' }] }],
    [
      'what stands in a list',
      { edits: ['{"line":1}', { line: '2', text: '3' }] },
      { edits: [{ line: 1 }, { line: 2, text: '3' }] },
    ],
    ['an object of a choice', { filter: '{"tags":["1"]}' }, { filter: { tags: ['1'] } }],
    ['what stands in an object of a choice', { filter: { tags: '["a"]' } }, { filter: { tags: ['a'] } }],
    ['null', { filter: 'null' }, { filter: null }],
    ['a number', { limit: '200' }, { limit: 200 }],
    ['true and false', { exact: 'false' }, { exact: false }],
    ['a string', { path: 3 }, { path: '3' }],
  ])('are as the schema wants them: %s', (_, given, decoded) => {
    expect(createArgumentCheck()(SCHEMA, { path: '1', ...given })).not.toBeNull();
    expect(decodeArguments(SCHEMA, { path: '1', ...given })).toEqual({ path: '1', ...decoded });
    expect(createArgumentCheck()(SCHEMA, { path: '1', ...decoded })).toBeNull();
  });

  it.each<[string, Record<string, unknown>]>([
    ['a string', { path: '{"a":1}' }],
    ['a string or a number', { note: '3' }],
    ['anything', { any: '[1]' }],
    ['what the schema does not name', { other: '[1]' }],
    ['text of another type', { limit: '1.5', edits: '{"line":1}' }],
    ['text that is no JSON', { limit: 'ten', edits: '[1' }],
  ])('stay as they are: %s', (_, given) => {
    expect(decodeArguments(SCHEMA, given)).toBe(given);
  });

  it('stay as they are with a schema that leads nowhere', () => {
    const args = { a: '[1]' };
    const around = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } };
    const self: Record<string, unknown> = { type: 'object' };
    self['properties'] = { a: { anyOf: [self] } };
    for (const schema of [null, true, 'text', {}, around, { $ref: 'https://example.com' }, { $ref: '#/gone/too' }])
      expect(decodeArguments(schema, args)).toBe(args);
    expect(decodeArguments(self, { a: '{"a":{"a":"{}"}}' })).toEqual({ a: { a: { a: {} } } });
  });

  it('are what was encoded, at any depth, and what fits stays the same object', () => {
    const leaf = oneof(
      integer().map((value) => ({ value, schema: { type: 'integer' } })),
      string().map((value) => ({ value, schema: { type: 'string' } })),
    );
    const list = array(string()).map((value) => ({ value, schema: { type: 'array', items: { type: 'string' } } }));
    const fields = dictionary(
      string({ minLength: 1 }).filter((key) => key !== '__proto__'),
      oneof(leaf, list),
      { maxKeys: 4 },
    ).map((all) => ({
      value: Object.fromEntries(Object.entries(all).map(([key, { value }]) => [key, value])),
      schema: object(Object.fromEntries(Object.entries(all).map(([key, { schema }]) => [key, schema]))),
    }));
    assert(
      property(record({ inner: fields, outer: fields }), constantFrom('inner', 'all'), ({ inner, outer }, which) => {
        const schema = object({ inner: inner.schema, outer: outer.schema });
        const value = { inner: inner.value, outer: outer.value };
        const encoded = {
          inner: JSON.stringify(inner.value),
          outer: which === 'all' ? JSON.stringify(outer.value) : outer.value,
        };
        expect(decodeArguments(schema, value)).toBe(value);
        expect(decodeArguments(schema, encoded)).toEqual(value);
      }),
      { numRuns: runs(100) },
    );
  });

  it('never break, whatever the schema is', () => {
    assert(
      property(anything(), dictionary(string(), anything()), (schema, args) => {
        expect(() => decodeArguments(schema, args)).not.toThrow();
      }),
      { numRuns: runs(200) },
    );
  });
});

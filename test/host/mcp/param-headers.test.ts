import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paramHeaders, readHeaderParams } from '#host/mcp/bridge/param-headers.ts';
import { codePoint } from '#test/code-point.ts';

const annotated = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name });
const never = () => false;
const REGION = [{ path: ['region'], header: 'Mcp-Param-Region' }];

function decode(value: string): string {
  const inside = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  return inside === undefined ? value : Buffer.from(inside, 'base64').toString('utf8');
}

describe('which arguments are mirrored', () => {
  test('those on a chain of properties, at any depth', () => {
    const properties = {
      a: { type: 'object', properties: { b: annotated('B', 'integer') } },
      c: annotated('C', 'boolean'),
    };
    expect(readHeaderParams({ type: 'object', properties })).toEqual({
      mirrored: [
        { path: ['a', 'b'], header: 'Mcp-Param-B' },
        { path: ['c'], header: 'Mcp-Param-C' },
      ],
    });
  });

  test('a property of that name and data that look like it are no annotations', () => {
    const properties = {
      'x-mcp-header': { type: 'string' },
      d: { type: 'object', default: { 'x-mcp-header': 'no' }, items: { properties: { 'x-mcp-header': {} } } },
    };
    expect(readHeaderParams({ properties })).toEqual({ mirrored: [] });
    expect(readHeaderParams(undefined)).toEqual({ mirrored: [] });
  });

  test.for<[string, unknown]>([
    ['an empty name', { properties: { a: annotated('') } }],
    ['a name that ends its header', { properties: { a: annotated('X\r\nY') } }],
    ['a name with a colon', { properties: { a: annotated('X:') } }],
    ['a name beyond ASCII', { properties: { a: annotated('Région') } }],
    ['a name that is no text', { properties: { a: annotated(1) } }],
    ['a number', { properties: { a: annotated('A', 'number') } }],
    ['an object', { properties: { a: annotated('A', 'object') } }],
    ['no type', { properties: { a: { 'x-mcp-header': 'A' } } }],
    ['two names that differ in case alone', { properties: { a: annotated('Name'), b: annotated('name') } }],
    ['the whole input', annotated('A', 'object')],
    ['a member of a list', { properties: { a: { type: 'array', items: annotated('A') } } }],
    ['a choice', { properties: { a: { oneOf: [annotated('A')] } } }],
    ['a definition', { $defs: { a: annotated('A') } }],
    ['a condition', { if: { properties: { a: annotated('A') } } }],
    ['any other property', { patternProperties: { '^a': annotated('A') } }],
  ])('not %s', ([, schema]) => {
    expect(readHeaderParams(schema)).toHaveProperty('fault');
  });
});

describe('the value of a header', () => {
  // The table of the specification (2026-07-28, Streamable HTTP, Value Encoding).
  test.for([
    ['us-west1', 'us-west1'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    [42, '42'],
    [-7, '-7'],
    [true, 'true'],
  ] as const)('%j is sent as %s', ([value, header]) => {
    expect(paramHeaders(REGION, { region: value }, never)).toEqual({ 'Mcp-Param-Region': header });
  });

  test.for([undefined, null, 1.5, 2 ** 53, Number.NaN, {}, []])('%j has none', (value) => {
    expect(paramHeaders(REGION, { region: value }, never)).toEqual({});
  });

  test('is plain ASCII of one line, whatever the model wrote, and leads back to it', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 200 }), (value) => {
        const { 'Mcp-Param-Region': header = '' } = paramHeaders(REGION, { region: value }, never);
        expect(header).toMatch(/^[\t\x20-\x7e]*$/);
        expect(decode(new Headers({ a: header }).get('a') ?? '')).toBe(value);
      }),
    );
  });

  test('is read at its own place alone', () => {
    expect(paramHeaders([{ path: ['constructor', 'name'], header: 'A' }], {}, never)).toEqual({});
  });

  test('is bounded over all headers', () => {
    const two = [...REGION, { path: ['zone'], header: 'Mcp-Param-Zone' }];
    const half = 'x'.repeat(5000);
    expect(() => paramHeaders(two, { region: half, zone: half }, never)).toThrow(/zone .* too long/);
  });
});

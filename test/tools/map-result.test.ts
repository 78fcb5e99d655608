import type { CallToolResult } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapResult } from '#tools/mcp/map-result.ts';
import { codePoint } from '#test/code-point.ts';

const PNG = 'iVBORw0KGgo=';
const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

describe('a tool result', () => {
  it('keeps texts in order and images as images', () => {
    const { text, images, isError } = mapResult({
      content: [
        { type: 'text', text: 'before' },
        { type: 'image', mimeType: 'image/png', data: PNG },
        { type: 'text', text: 'after' },
      ],
    });
    expect(text).toBe('before\n[image 1: image/png, 8 bytes]\nafter');
    expect(images).toEqual([{ mime: 'image/png', data: PNG }]);
    expect(isError).toBe(false);
  });

  it('mends pictures whose base64 has the other alphabet or no padding', () => {
    const bytes = Buffer.from([0x89, 0x50, 0xfb, 0xff, 0xfe, 0x3e, 0x3f]);
    const { images, text } = mapResult(
      { content: [{ type: 'image', mimeType: 'image/png', data: bytes.toString('base64url') }] },
      { text: 1000, imageBytes: 100, images: 5 },
    );
    expect(images).toEqual([{ mime: 'image/png', data: bytes.toString('base64') }]);
    expect(text).toBe('[image 1: image/png, 7 bytes]');
  });

  it('says what it could not keep, and why', () => {
    const { text, images } = mapResult(
      {
        content: [
          { type: 'audio', mimeType: 'audio/wav', data: base64('RIFF') },
          { type: 'image', mimeType: 'image/png', data: 'not base64!' },
          { type: 'image', mimeType: 'image/png', data: base64('x'.repeat(20)) },
          { type: 'image', mimeType: 'image/tiff', data: PNG },
        ],
      },
      { text: 1000, imageBytes: 10, images: 5 },
    );
    expect(text.split('\n')).toEqual([
      '[audio left out: audio/wav, 4 bytes, not a kind that models read]',
      '[image left out: image/png, not valid base64]',
      '[image left out: image/png, 20 bytes, more than 10]',
      '[image left out: image/tiff, 8 bytes, not a kind that models read]',
    ]);
    expect(images).toEqual([]);
  });

  it('reads resources that are text, whether they come as text or as bytes', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const { text } = mapResult({
      content: [
        { type: 'resource', resource: { uri: 'file:///a.md', mimeType: 'text/markdown', text: '# A' } },
        {
          type: 'resource',
          resource: { uri: 'file:///b.json', mimeType: 'application/json', blob: base64('{"b":1}') },
        },
        { type: 'image', mimeType: 'image/svg+xml', data: base64(svg) },
        {
          type: 'resource_link',
          uri: 'file:///c.txt',
          name: 'c',
          description: 'The third.',
          mimeType: 'text/plain',
          size: 7,
        },
      ],
    });
    expect(text.split('\n')).toEqual([
      '[resource file:///a.md (text/markdown)]',
      '# A',
      '[resource file:///b.json (application/json)]',
      '{"b":1}',
      svg,
      '[resource c: file:///c.txt (text/plain, 7 bytes)]',
      'The third.',
    ]);
  });

  it('tells structured content once', () => {
    const structuredContent = { n: 1, list: ['a'] };
    const both = mapResult({ content: [{ type: 'text', text: '{ "list": ["a"], "n": 1 }' }], structuredContent });
    expect(both.text).toBe('{ "list": ["a"], "n": 1 }');
    const alone = mapResult({ content: [], structuredContent });
    expect(JSON.parse(alone.text)).toEqual(structuredContent);
    const differs = mapResult({ content: [{ type: 'text', text: 'one item' }], structuredContent });
    expect(differs.text).toBe(`one item\n${JSON.stringify(structuredContent, null, 2)}`);
  });

  it.each([
    ['beside it', (data: string) => ({ structuredContent: { result: [{ type: 'image', data }], note: 'n' } })],
    ['in a text of that', (data: string) => ({ content: [{ type: 'text' as const, text: `{"data":"${data}"}` }] })],
    ['as an address', (data: string) => ({ structuredContent: { preview: `data:image/png;base64,${data}` } })],
  ])('tells a picture once that the server repeats as structured content, %s', (_, repeated) => {
    const png = Buffer.from(PNG, 'base64');
    const shown = Buffer.concat([png, Buffer.alloc(60, 1)]).toString('base64');
    const omitted = Buffer.concat([png, Buffer.alloc(200, 2)]).toString('base64');
    for (const [data, mark] of [
      [shown, '[image 1]'],
      [omitted, '[image left out]'],
    ] as const) {
      const { content = [], ...more } = { content: undefined, ...repeated(data) };
      const { text, images } = mapResult(
        { content: [{ type: 'image', mimeType: 'image/png', data }, ...content], ...more },
        { text: 10_000, imageBytes: 100, images: 5 },
      );
      expect(text).not.toContain(data);
      expect(text).toContain(mark);
      expect(images).toHaveLength(data === shown ? 1 : 0);
    }
  });

  it('loses no text and never grows past its limit, whatever a server sends', () => {
    const block = fc.oneof(
      fc.record({ type: fc.constant('text'), text: fc.string({ unit: codePoint, maxLength: 60 }) }),
      fc.record({
        type: fc.constantFrom('image', 'audio'),
        mimeType: fc.constantFrom('image/png', 'image/svg+xml', 'audio/mp3', 'IMAGE/PNG; a=b', ''),
        data: fc.oneof(fc.base64String({ maxLength: 60 }), fc.string({ maxLength: 20 })),
      }),
      fc.record({
        type: fc.constant('resource'),
        resource: fc.record({ uri: fc.webUrl(), text: fc.string({ maxLength: 40 }) }),
      }),
      fc.record({ type: fc.constantFrom('hologram', 'tool_use'), thing: fc.jsonValue({ maxDepth: 2 }) }),
    );
    const results = fc.record({
      content: fc.array(block, { maxLength: 8 }),
      isError: fc.boolean(),
      structuredContent: fc.jsonValue({ maxDepth: 2 }),
    });
    fc.assert(
      fc.property(results, fc.integer({ min: 20, max: 4000 }), (given, limit) => {
        const result = given as unknown as CallToolResult;
        const { text, images, isError } = mapResult(result, { text: limit, imageBytes: 30, images: 2 });
        expect(text.isWellFormed()).toBe(true);
        expect(text.length).toBeLessThanOrEqual(limit + 100);
        expect(images.length).toBeLessThanOrEqual(2);
        expect(isError).toBe(given.isError);
        const full = mapResult(result, { text: 1e9, imageBytes: 30, images: 2 });
        const texts = given.content.flatMap((one) =>
          'text' in one ? [one.text.toWellFormed()] : 'thing' in one ? [one.type] : [],
        );
        for (const word of texts) expect(full.text).toContain(word);
        const media = given.content.filter((one) => 'data' in one).length;
        const mentioned = full.text.match(/\[(?:image|audio) (?:left out|\d+)/g)?.length ?? 0;
        const asText = given.content.filter((one) => 'mimeType' in one && one.mimeType === 'image/svg+xml').length;
        expect(mentioned).toBeGreaterThanOrEqual(media - asText);
      }),
    );
  });

  it('cuts a text that is far too long in its middle, and says how much', () => {
    const { text } = mapResult(
      { content: [{ type: 'text', text: `${'a'.repeat(500)}😀${'z'.repeat(500)}` }] },
      { text: 100, imageBytes: 0, images: 0 },
    );
    expect(text).toMatch(/^a{40}\n\[9\d\d characters left out: the result is larger than Baton keeps\]\nz{60}$/);
  });
});

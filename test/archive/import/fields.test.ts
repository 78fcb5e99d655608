import { assert, asyncProperty, constantFrom, jsonValue, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMPORTERS } from '#archive/import/importers.ts';
import type { Source } from '#archive/import/source.ts';
import { EXPORTS, IN_LISTS, NOT_IMPORTED, WITHOUT_HEAD } from './exports.ts';
import { read } from './reading.ts';

const SOURCES = Object.keys(IMPORTERS) as Source[];

const says = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(says)
    : typeof value === 'object' && value !== null
      ? Object.keys(value).length > 0
      : value !== null && value !== '';

describe('what an export says and Baton does not', () => {
  it.each(SOURCES)('is named and nothing else: %s', async (source) => {
    const { receipt } = await read(EXPORTS[source]());
    expect(receipt.dropped.map(({ of, field }) => `${of} ${field}`)).toEqual(NOT_IMPORTED[source] ?? []);
    expect(receipt.sources[source]?.conversations).toBe(1);
  });

  it('is named whatever it is called and wherever it stands', async () => {
    // No program uses names like these.
    const name = stringMatching(/^zz_[a-z]{1,12}$/);
    const value = jsonValue({ depthSize: 'small' }).filter(says);
    const of = constantFrom('conversation' as const, 'message' as const);
    await assert(
      asyncProperty(constantFrom(...SOURCES), of, name, value, async (source, owner, field, extra) => {
        const where = WITHOUT_HEAD.includes(source) ? 'message' : owner;
        const { receipt } = await read(EXPORTS[source]({ [where]: { [field]: extra } }));
        expect(receipt.dropped).toContainEqual({ source, of: where, field, count: 1 });
      }),
      { numRuns: 200 },
    );
  });

  it.each(Object.entries(IN_LISTS))('is named inside the entries of lists: %s', async (source, { message, named }) => {
    const { receipt } = await read(EXPORTS[source as Source]({ message }));
    const known = NOT_IMPORTED[source as Source] ?? [];
    const fields = receipt.dropped.map(({ of, field }) => `${of} ${field}`);
    expect(fields.filter((field) => !known.includes(field))).toEqual(named.map((field) => `message ${field}`));
  });

  it('is named inside the blocks that stand in a table of their own', async () => {
    const files = EXPORTS.cherry();
    const { indexedDB } = files['data.json'] as { indexedDB: { message_blocks: object[] } };
    Object.assign(indexedDB.message_blocks[0] ?? {}, {
      metadata: { rawMcpToolResponse: 1, negativePrompt: 'clouds' },
      zz: 1,
    });
    const { receipt } = await read(files);
    expect(receipt.dropped.map(({ field }) => field)).toEqual(['blocks[].metadata.negativePrompt', 'blocks[].zz']);
  });

  it('is named inside the plugins that stand in a table of their own', async () => {
    const files = EXPORTS.lobechat({ message: { role: 'tool' } });
    const { data } = files['x.json'] as { data: Record<string, unknown> };
    data.messagePlugins = [{ id: 'a', identifier: 'web', apiName: 'find', state: { pages: 3 } }];
    const { receipt } = await read(files);
    expect(receipt.dropped.map(({ field }) => field)).toEqual(['plugin.state']);
  });

  it('is counted, and endless names end', async () => {
    const chat = (id: string, more: object) => ({
      ...(EXPORTS.openai({ conversation: { ...more, id } })['x.json'] as object),
    });
    const { receipt } = await read({ 'x.json': [chat('1', { zz: 1 }), chat('2', { zz: 2 }), chat('3', {})] });
    expect(receipt.dropped).toEqual([{ source: 'openai', of: 'conversation', field: 'zz', count: 2 }]);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`zz${index}`, 1]));
    const endless = await read({ 'x.json': chat('1', many) });
    expect(endless.receipt.dropped).toHaveLength(200);
    expect(endless.receipt.moreDropped).toBe(300);
  });
});

import { assert, asyncProperty, constantFrom, jsonValue, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SOURCES } from '#archive/import/imported.ts';
import { EXPORTS, NOT_IMPORTED, WITHOUT_HEAD } from './exports.ts';
import { read } from './reading.ts';

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
    // No program has names like these.
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

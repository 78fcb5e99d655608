import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelOverride } from '#core/model.ts';
import { FACT_LIMITS, readModelOverrides, writeModelOverride } from '#state/model-overrides.ts';

const tokens = ({ min, max }: { min: number; max: number }) => fc.integer({ min, max });
const dollars = fc.double({ ...FACT_LIMITS.price, noNaN: true });
const OVERRIDE: fc.Arbitrary<ModelOverride> = fc.record(
  {
    contextWindow: tokens(FACT_LIMITS.contextWindow),
    maxOutput: tokens(FACT_LIMITS.maxOutput),
    tools: fc.boolean(),
    images: fc.boolean(),
    files: fc.boolean(),
    price: fc.record({ input: dollars, output: dollars, cacheRead: dollars }, { requiredKeys: ['input'] }),
  },
  { requiredKeys: ['contextWindow'] },
);

describe('what the user says about models', () => {
  it('comes back as it was written, whatever the id', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), OVERRIDE, (ids, override) => {
        const all = ['__proto__', 'constructor', ...ids];
        let stored: unknown;
        for (const id of all) stored = writeModelOverride(stored, id, override);
        const read = readModelOverrides(structuredClone(stored));
        expect([...read.keys()].sort()).toEqual([...new Set(all)].sort());
        for (const id of all) expect(read.get(id)).toEqual(override);
      }),
    );
  });

  it('is never read into more than a model can be', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const row = { id: 'm', contextWindow: value, maxOutput: value, tools: value, price: { input: value } };
        for (const stored of [value, [value], [row]])
          for (const { contextWindow = 1_000, tools = true, price = {} } of readModelOverrides(stored).values()) {
            expect(Number.isSafeInteger(contextWindow) && contextWindow >= 1_000).toBe(true);
            expect(typeof tools).toBe('boolean');
            expect(price.input === undefined || price.input >= 0).toBe(true);
          }
      }),
    );
  });

  it('loses one bad value, not the row, and one bad row, not the others', () => {
    const stored = [
      { id: 'a', contextWindow: '200k', maxOutput: 8_000, tools: 'yes', price: { input: -1, output: 2 } },
      7,
      { contextWindow: 8_000 },
      { id: 'b', contextWindow: Number.POSITIVE_INFINITY },
      { id: 'c', price: 'free', images: false },
    ];
    expect([...readModelOverrides(stored)]).toEqual([
      ['a', { maxOutput: 8_000, price: { output: 2 } }],
      ['c', { images: false }],
    ]);
    expect(readModelOverrides('nothing of the kind').size).toBe(0);
  });

  it('is replaced and taken back alone; rows that cannot be read stay for whoever can', () => {
    const stored = [{ id: 'a', contextWindow: 8_000 }, { newer: 'shape' }, { id: 'b', tools: false }];
    const replaced = writeModelOverride(stored, 'a', { images: true });
    expect(replaced).toEqual([{ newer: 'shape' }, { id: 'b', tools: false }, { id: 'a', images: true }]);
    expect(writeModelOverride(replaced, 'a', {})).toEqual([{ newer: 'shape' }, { id: 'b', tools: false }]);
    expect(writeModelOverride(undefined, 'a', {})).toEqual([]);
  });
});

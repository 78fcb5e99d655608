import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUsageCounter, type Bucket, type UsageEntry } from '#core/usage-statistics.ts';
import { VENDORS } from '#core/vendor.ts';

const arbitraryEntry: fc.Arbitrary<UsageEntry> = fc.record({
  at: fc.integer({ min: 0, max: 1_000 }),
  sessionId: fc.constantFrom('a', 'b', 'c'),
  connection: fc.constantFrom('one', 'two'),
  vendor: fc.constantFrom(...VENDORS),
  model: fc.constantFrom('m', 'n'),
  usage: fc.record({
    input: fc.nat(1_000),
    output: fc.nat(1_000),
    cacheRead: fc.nat(500),
  }),
  cost: fc.option(
    fc.nat(100).map((cents) => cents / 4),
    { nil: null },
  ),
});

/** Ascending, with gaps. */
const arbitraryBuckets: fc.Arbitrary<Bucket[]> = fc
  .uniqueArray(fc.integer({ min: 0, max: 1_000 }), { minLength: 2, maxLength: 20 })
  .map((edges) => {
    const sorted = edges.toSorted((a, b) => a - b);
    return sorted.slice(1).flatMap((to, index) => (index % 3 === 2 ? [] : [{ from: sorted[index] ?? 0, to }]));
  });

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

function count(buckets: readonly Bucket[], entries: readonly UsageEntry[]) {
  const counter = createUsageCounter(buckets);
  for (const entry of entries) counter.add(entry);
  return counter.read();
}

describe('what answers consumed', () => {
  it('adds up to the same by time, by model and by conversation, and to what lies in the buckets', () => {
    fc.assert(
      fc.property(arbitraryBuckets, fc.array(arbitraryEntry), (buckets, entries) => {
        const inside = entries.filter(({ at }) => buckets.some(({ from, to }) => at >= from && at < to));
        const { all, buckets: sums, models, sessions } = count(buckets, entries);
        expect(all).toEqual({
          answers: inside.length,
          input: sum(inside.map(({ usage }) => usage.input)),
          output: sum(inside.map(({ usage }) => usage.output)),
          cached: sum(inside.map(({ usage }) => usage.cacheRead ?? 0)),
          cost: sum(inside.map(({ cost }) => cost ?? 0)),
          unpriced: inside.filter(({ cost }) => cost === null).length,
          estimated: inside.filter(({ usage }) => usage.estimated).length,
        });
        for (const of of [sums.flatMap((one) => [...one.values()]), models, sessions])
          for (const key of ['answers', 'input', 'output', 'cached', 'cost', 'unpriced', 'estimated'] as const)
            expect(sum(of.map((one) => one[key]))).toBe(all[key]);
        for (const [index, { from, to }] of buckets.entries())
          expect(sum([...(sums[index]?.values() ?? [])].map(({ answers }) => answers))).toBe(
            inside.filter(({ at }) => at >= from && at < to).length,
          );
      }),
    );
  });

  it('names the dearest first, and without prices the one with the most tokens', () => {
    const entry: UsageEntry = {
      at: 1,
      sessionId: 'cheap',
      connection: 'c',
      vendor: 'openai',
      model: 'm',
      usage: { input: 10, output: 1 },
      cost: 0.5,
    };
    const dear = { ...entry, sessionId: 'dear', cost: 2 };
    const large = { ...entry, sessionId: 'large', cost: null, usage: { input: 9_000, output: 1 } };
    const small = { ...entry, sessionId: 'small', cost: null };
    const { sessions } = count([{ from: 0, to: 2 }], [small, large, entry, dear]);
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['dear', 'cheap', 'large', 'small']);
  });
});

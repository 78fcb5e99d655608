import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labelInterval, ticksUpTo } from '#ui/features/usage/chart-scale.ts';

describe('the scale of the chart', () => {
  test.each([
    [0.24, false, [0, 0.06, 0.12, 0.18, 0.24]],
    [1, true, [0, 1, 2, 3, 4]],
    [7, true, [0, 2, 4, 6, 8]],
    [81_300, true, [0, 25_000, 50_000, 75_000, 100_000]],
    [0, false, [0]],
  ] as const)('up to %d', (most, integers, expected) => {
    const found = ticksUpTo(most, integers);
    expect(found).toHaveLength(expected.length);
    for (const [index, tick] of expected.entries()) expect(found[index]).toBeCloseTo(tick, 9);
  });

  test('covers every value and leaves less than half of the height empty', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (most) => {
        const last = ticksUpTo(most, false).at(-1) ?? 0;
        expect(last).toBeGreaterThanOrEqual(most * (1 - 1e-9));
        expect(last).toBeLessThanOrEqual(most * 2);
      }),
    );
  });

  test('labels do not touch each other', () => {
    expect(labelInterval(['11/1', '11/30'], 100)).toBe(1);
    expect(labelInterval(['11/1', '11/30'], 9)).toBe(4);
    expect(labelInterval([], 0)).toBe(1);
  });
});

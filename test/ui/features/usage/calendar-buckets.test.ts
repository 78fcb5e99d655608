import { describe, expect, it } from 'vitest';
import { createUsageCounter } from '#core/usage-statistics.ts';
import { calendarBuckets, PERIODS } from '#ui/features/usage/calendar-buckets.ts';
import { usageCsv } from '#ui/features/usage/usage-csv.ts';

const at = (text: string) => new Date(text).getTime();

describe('days and months of a period', () => {
  it('follow one another without a gap and end with today', () => {
    for (const now of [at('2026-11-21T22:00'), at('2026-03-01T00:00'), at('2024-02-29T23:59:59.999')])
      for (const period of PERIODS) {
        const { buckets } = calendarBuckets(period, now, at('2025-06-15T12:00'));
        expect(buckets.slice(1).map(({ from }) => from)).toEqual(buckets.slice(0, -1).map(({ to }) => to));
        expect(buckets.at(-1)?.from).toBeLessThanOrEqual(now);
        expect(buckets.at(-1)?.to).toBeGreaterThan(now);
      }
  });

  it('are as many as the period has, and as many months as there is something to show, five years at most', () => {
    const now = at('2026-11-21T22:00');
    const count = (period: (typeof PERIODS)[number], first: number) =>
      calendarBuckets(period, now, first).buckets.length;
    expect([count('week', 0), count('month', 0), count('year', 0)]).toEqual([7, 30, 12]);
    expect(count('all', at('2026-11-01T00:00'))).toBe(12);
    expect(count('all', at('2025-01-31T00:00'))).toBe(23);
    expect(count('all', 0)).toBe(60);
    expect(count('all', now + 1e12)).toBe(12);
  });

  it('leave nothing out that was answered before the clock was set back', () => {
    const now = at('2026-11-21T22:00');
    for (const period of PERIODS) {
      const { buckets } = calendarBuckets(period, now, at('2026-12-05T12:00'));
      const counter = createUsageCounter(buckets);
      expect(buckets.at(-1)?.from).toBeLessThanOrEqual(now);
      counter.add({
        at: at('2026-12-05T12:00'),
        sessionId: 'a',
        connection: 'one',
        vendor: 'gemini',
        model: 'm',
        usage: { input: 1, output: 1 },
        cost: null,
      });
      expect(counter.read().all.answers).toBe(1);
    }
  });

  it('are saved as one line for each vendor that answered in them', () => {
    const { buckets } = calendarBuckets('week', at('2026-11-21T22:00'), 0);
    const sum = { answers: 2, input: 30, output: 4, cached: 10, cost: 0.25, unpriced: 1, estimated: 1 };
    const sums = buckets.map((_, index) => new Map(index === 6 ? [['gemini', sum] as const] : []));
    expect(usageCsv(buckets, { all: sum, buckets: sums, models: [], sessions: [] })).toBe(
      'from,vendor,answers,input_tokens,cached_tokens,output_tokens,cost_usd,unpriced,estimated\r\n' +
        '2026-11-21,gemini,2,30,10,4,0.25,1,1\r\n',
    );
  });
});

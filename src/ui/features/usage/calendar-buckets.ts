import type { Bucket } from '#core/usage-statistics.ts';

export const PERIODS = ['week', 'month', 'year', 'all'] as const;
export type Period = (typeof PERIODS)[number];

export interface CalendarBuckets {
  grain: 'day' | 'month';
  buckets: Bucket[];
}

/**
 * The days or months of a period that ends today, in this device's calendar: a day with a time change has 23 or 25
 * hours. `first` is the time of the oldest entry. If it is more than five years ago, the months start five years ago.
 * What is dated later counts as of today: the clock was set back since.
 */
export function calendarBuckets(period: Period, now: number, first: number): CalendarBuckets {
  const today = new Date(now);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  if (period === 'week' || period === 'month') {
    const count = period === 'week' ? 7 : 30;
    return { grain: 'day', buckets: series(count, (index) => new Date(year, month, day - count + 1 + index)) };
  }
  const oldest = new Date(Math.min(first, now));
  const since = (year - oldest.getFullYear()) * 12 + month - oldest.getMonth() + 1;
  const count = period === 'year' ? 12 : Math.min(Math.max(since, 12), 60);
  return { grain: 'month', buckets: series(count, (index) => new Date(year, month - count + 1 + index, 1)) };
}

function series(count: number, startOf: (index: number) => Date): Bucket[] {
  return Array.from({ length: count }, (_, index) => ({
    from: startOf(index).getTime(),
    to: index === count - 1 ? Infinity : startOf(index + 1).getTime(),
  }));
}

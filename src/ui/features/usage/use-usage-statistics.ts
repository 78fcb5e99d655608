import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { createUsageCounter, type Bucket, type UsageStatistics } from '#core/usage-statistics.ts';
import { eachUsage, firstUsage } from '#storage/usage-repository.ts';
import { calendarBuckets, type Period } from './calendar-buckets.ts';

export interface UsageView {
  period: Period;
  grain: 'day' | 'month';
  buckets: readonly Bucket[];
  statistics: UsageStatistics;
}

/** The usage of a period's answers, in this device's calendar; `undefined` until loaded. */
export function useUsageStatistics(period: Period, now: number): UsageView | undefined {
  const { db } = useServices();
  return useLiveQuery(async () => {
    const { grain, buckets } = calendarBuckets(period, now, (await firstUsage(db)) ?? now);
    const [first, last] = [buckets[0], buckets.at(-1)];
    const counter = createUsageCounter(buckets);
    if (first && last) await eachUsage(db, { from: first.from, to: last.to }, counter.add);
    return { period, grain, buckets, statistics: counter.read() };
  }, [db, period, now]);
}

import type { Snapshot } from '#contract/snapshot.ts';

/** Whether the current day in the user's time zone has no valid snapshot yet. */
export function isDue(snapshots: readonly Pick<Snapshot, 'at' | 'state'>[], now: number): boolean {
  const day = new Date(now);
  const today = day.setHours(0, 0, 0, 0);
  const tomorrow = day.setDate(day.getDate() + 1);
  return !snapshots.some(({ at, state }) => state === 'verified' && at >= today && at < tomorrow);
}

/**
 * When a record got its value: a number that grows with every change, and the device that changed it. The number starts
 * at the device's clock, so the later of two independent edits wins if the clocks are right. If they are wrong, an edit
 * made after seeing another one still counts as newer.
 */
export interface Stamp {
  t: number;
  by: string;
}

/** A clock that is off by centuries must not exhaust the safe integers. */
const LATEST = 2 ** 52;

export function nextStamp(before: Stamp | null, now: number, by: string): Stamp {
  const clock = Math.min(Math.max(0, Math.floor(now)), LATEST);
  return { t: Math.max(clock, before ? before.t + 1 : 0), by };
}

/** Negative if the first stamp is earlier, positive if it's later; never 0 for different stamps. */
export function compareStamps(one: Stamp, other: Stamp): number {
  if (one.t !== other.t) return one.t - other.t;
  return one.by < other.by ? -1 : one.by > other.by ? 1 : 0;
}

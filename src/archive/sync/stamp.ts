/**
 * When a record got its value: a number that grows with every change of the record, and the machine that made it. It
 * starts from that machine's clock, so that of two edits made apart the later one wins where clocks are right; where they
 * are wrong, an edit made in view of another one is still the newer one.
 */
export interface Stamp {
  t: number;
  by: string;
}

/** A clock that is wrong by centuries must not use up the numbers that can be counted. */
const LATEST = 2 ** 52;

export function nextStamp(before: Stamp | null, now: number, by: string): Stamp {
  const clock = Math.min(Math.max(0, Math.floor(now)), LATEST);
  return { t: Math.max(clock, before ? before.t + 1 : 0), by };
}

/** Which of two stamps is the later one; never 0 for stamps that differ. */
export function compareStamps(one: Stamp, other: Stamp): number {
  if (one.t !== other.t) return one.t - other.t;
  return one.by < other.by ? -1 : one.by > other.by ? 1 : 0;
}

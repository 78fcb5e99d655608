/**
 * How long things have been in the trash, by a clock that cannot jump. The date of a computer can be wrong, far back or
 * years ahead; what is removed for good must not depend on it. So time is counted in steps between two looks at the
 * clock, none of which counts for more than a week: whoever uses Baton every week counts every day, and a wrong date
 * costs one week at most.
 */
export interface TrashClock {
  /** Time of the last look. */
  at: number;
  /** Milliseconds counted so far. */
  age: number;
  /** By conversation: how much had been counted when it was first seen in the trash, and since when it is there. */
  since: Readonly<Record<string, { deletedAt: number; age: number }>>;
}

export const DAY_MS = 86_400_000;

/** A step between two looks counts for this at most. */
export const MAX_STEP_MS = 7 * DAY_MS;

/**
 * The clock after another look at the time and the trash. What is not `counted` begins anew: its days are counted from
 * the moment that they matter.
 */
export function tickTrash(
  before: TrashClock | null,
  now: number,
  deleted: readonly { id: string; deletedAt: number }[],
  counted: boolean,
): TrashClock {
  const elapsed = before ? Math.min(Math.max(0, now - before.at), MAX_STEP_MS) : 0;
  const age = (before?.age ?? 0) + elapsed;
  const since: Record<string, { deletedAt: number; age: number }> = {};
  for (const { id, deletedAt } of counted ? deleted : []) {
    const known = before?.since[id];
    // Deleted again after it had come back: another time in the trash.
    since[id] = known?.deletedAt === deletedAt ? known : { deletedAt, age };
  }
  return { at: now, age, since };
}

/** Whole days until it is removed; the last one counts as one. 0: its time is over. */
export function trashDaysLeft(
  clock: TrashClock | null,
  { id, deletedAt }: { id: string; deletedAt: number },
  days: number,
): number {
  const known = clock?.since[id];
  const spent = clock && known?.deletedAt === deletedAt ? clock.age - known.age : 0;
  return Math.max(0, Math.ceil(days - spent / DAY_MS));
}

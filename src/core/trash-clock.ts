/**
 * Measures time in the trash with a clock that cannot jump. A computer's date can be wrong, far back or years ahead,
 * and permanent removal must not depend on it. So time is counted in steps between two ticks, each capped at one week:
 * someone who uses Baton every week counts every day, and a wrong date costs at most one week.
 */
export interface TrashClock {
  /** Time of the last tick. */
  at: number;
  /** Milliseconds counted so far. */
  age: number;
  /** By session: the age of the clock when the session was first seen in the trash, and when it was deleted. */
  since: Readonly<Record<string, { deletedAt: number; age: number }>>;
}

export const DAY_MS = 86_400_000;

/** The most that one step counts for. */
export const MAX_STEP_MS = 7 * DAY_MS;

/**
 * Returns the clock after one tick. When `counted` is false, counting restarts: days count only from the moment that
 * they matter.
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
    const entry = before?.since[id];
    // Deleted again after a restore: the time starts over.
    since[id] = entry?.deletedAt === deletedAt ? entry : { deletedAt, age };
  }
  return { at: now, age, since };
}

/** Full days until removal; the last one counts as one. 0: the time is over. */
export function trashDaysLeft(
  clock: TrashClock | null,
  { id, deletedAt }: { id: string; deletedAt: number },
  days: number,
): number {
  const entry = clock?.since[id];
  const spent = clock && entry?.deletedAt === deletedAt ? clock.age - entry.age : 0;
  return Math.max(0, Math.ceil(days - spent / DAY_MS));
}

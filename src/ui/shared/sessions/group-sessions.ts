import { isTime } from '#core/is-time.ts';
import type { SessionRow } from '#storage/rows.ts';

/** The period a conversation last changed in, on the user's own calendar. */
export type Period =
  | { kind: 'pinned' }
  | { kind: 'today' }
  | { kind: 'yesterday' }
  | { kind: 'week' }
  /** `at` is its first moment. */
  | { kind: 'month'; at: number }
  /** The time is unknown. */
  | { kind: 'undated' };

export interface SessionGroup {
  key: string;
  period: Period;
  sessions: SessionRow[];
}

/** An `updatedAt` in the future (a clock was set back) counts as today. */
export function periodOf(time: number, now: number): Exclude<Period, { kind: 'pinned' }> {
  if (!isTime(time)) return { kind: 'undated' };
  const today = new Date(now);
  const daysBack = (days: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days).getTime();
  if (time >= daysBack(0)) return { kind: 'today' };
  if (time >= daysBack(1)) return { kind: 'yesterday' };
  if (time >= daysBack(6)) return { kind: 'week' };
  const then = new Date(time);
  return { kind: 'month', at: new Date(then.getFullYear(), then.getMonth()).getTime() };
}

const keyOf = (period: Period) => (period.kind === 'month' ? String(period.at) : period.kind);

/** A conversation nobody has written in or named. It counts as the newest, however old it is. */
export const isUnused = (row: SessionRow): boolean =>
  row.leafId === null && row.lastSeq === 0 && row.title === '' && !row.pinned;

/** 8.64e15 is the last moment a Date supports. */
const timeOf = (row: SessionRow) => (isUnused(row) ? 8.64e15 : isTime(row.updatedAt) ? row.updatedAt : 0);

/** The order of the list: pinned first, then newest, undated last. */
export function sortSessions(sessions: readonly SessionRow[]): SessionRow[] {
  return sessions.toSorted((a, b) => b.pinned - a.pinned || timeOf(b) - timeOf(a));
}

/** In list order; no group is empty. */
export function groupSessions(sessions: readonly SessionRow[], now: number): SessionGroup[] {
  const groups = new Map<string, SessionGroup>();
  for (const session of sortSessions(sessions)) {
    const period = session.pinned ? { kind: 'pinned' as const } : periodOf(timeOf(session), now);
    const key = keyOf(period);
    const group = groups.get(key);
    if (group) group.sessions.push(session);
    else groups.set(key, { key, period, sessions: [session] });
  }
  return [...groups.values()];
}

/** Milliseconds until the next calendar day. */
export function untilMidnight(now: number): number {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1).getTime() - now;
}

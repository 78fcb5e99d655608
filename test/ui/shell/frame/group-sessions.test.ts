import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionRow } from '#storage/rows.ts';
import { groupSessions, isUnused, periodOf, untilMidnight } from '#ui/shared/sessions/group-sessions.ts';
import { sessionRow } from '#test/fakes/session-row.ts';

const row = (id: string, updatedAt: number, pinned: 0 | 1 = 0): SessionRow =>
  sessionRow(id, { titleBy: 'auto', createdAt: updatedAt, updatedAt, pinned });

const at = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime();
const NOW = at(2026, 11, 21, 9);

describe('periodOf', () => {
  it.each([
    ['a minute ago', at(2026, 11, 21, 8, 59), { kind: 'today' }],
    ['the first minute of today', at(2026, 11, 21, 0, 0), { kind: 'today' }],
    ['a clock that was ahead', at(2026, 11, 23), { kind: 'today' }],
    ['the last minute of yesterday', at(2026, 11, 20, 23, 59), { kind: 'yesterday' }],
    ['the first minute of yesterday', at(2026, 11, 20, 0, 0), { kind: 'yesterday' }],
    ['the day before', at(2026, 11, 19, 23, 59), { kind: 'week' }],
    ['six days ago', at(2026, 11, 15, 0, 0), { kind: 'week' }],
    ['seven days ago', at(2026, 11, 14, 23, 59), { kind: 'month', at: at(2026, 11, 1, 0) }],
    ['last year', at(2025, 12, 31, 23, 59), { kind: 'month', at: at(2025, 12, 1, 0) }],
    ['a time nobody knows', 0, { kind: 'undated' }],
    ['no time at all', Number.NaN, { kind: 'undated' }],
  ])('%s', (_, time, period) => {
    expect(periodOf(time, NOW)).toEqual(period);
  });

  it('looks back over the turn of the year', () => {
    const newYear = at(2027, 1, 1, 0, 30);
    expect(periodOf(at(2026, 12, 31, 23), newYear)).toEqual({ kind: 'yesterday' });
    expect(periodOf(at(2026, 12, 28), newYear)).toEqual({ kind: 'week' });
  });
});

describe('groupSessions', () => {
  it('puts pinned ones first whatever their age, then the newest', () => {
    const groups = groupSessions(
      [
        row('old', at(2026, 3, 5)),
        row('now', at(2026, 11, 21, 8)),
        row('kept', at(2024, 1, 1), 1),
        row('now2', at(2026, 11, 21, 7)),
        row('old2', at(2026, 3, 9)),
      ],
      NOW,
    );
    expect(groups.map((group) => [group.key, group.sessions.map((one) => one.id)])).toEqual([
      ['pinned', ['kept']],
      ['today', ['now', 'now2']],
      [String(at(2026, 3, 1, 0)), ['old2', 'old']],
    ]);
  });

  it('puts those without a date at the end, in a group of their own', () => {
    const groups = groupSessions([row('none', 0), row('odd', Number.NaN), row('old', at(2024, 3, 5))], NOW);
    expect(groups.map((group) => [group.period.kind, group.sessions.map((one) => one.id)])).toEqual([
      ['month', ['old']],
      ['undated', ['none', 'odd']],
    ]);
  });

  it('keeps the one that waits to be used at the top of today', () => {
    const waiting = { ...row('', at(2026, 3, 5)), id: 'waiting' };
    expect(isUnused(waiting)).toBe(true);
    expect(isUnused({ ...waiting, lastSeq: 1 })).toBe(false);
    expect(isUnused({ ...waiting, title: 'named' })).toBe(false);
    const groups = groupSessions([row('now', at(2026, 11, 21, 8)), waiting], NOW);
    expect(groups.map((group) => [group.key, group.sessions.map((one) => one.id)])).toEqual([
      ['today', ['waiting', 'now']],
    ]);
  });

  it('loses none, doubles none, keeps the order of time', () => {
    const session = fc.record({
      age: fc.integer({ min: -2 * 86_400_000, max: 900 * 86_400_000 }),
      pinned: fc.constantFrom<0 | 1>(0, 1),
    });
    fc.assert(
      fc.property(fc.array(session, { maxLength: 60 }), fc.integer({ min: 0, max: 86_399_999 }), (list, timeOfDay) => {
        const now = at(2026, 3, 29, 0) + timeOfDay;
        const rows = list.map(({ age, pinned }, index) => row(`s${index}`, now - age, pinned));
        const groups = groupSessions(rows, now);
        const flat = groups.flatMap((group) => group.sessions);
        expect(flat.map((one) => one.id).sort()).toEqual(rows.map((one) => one.id).sort());
        expect(new Set(groups.map((group) => group.key)).size).toBe(groups.length);
        for (const group of groups) {
          expect(group.sessions.length).toBeGreaterThan(0);
          expect(group.sessions.every((one) => (group.key === 'pinned') === (one.pinned === 1))).toBe(true);
        }
        const loose = flat.filter((one) => !one.pinned).map((one) => one.updatedAt);
        expect(loose).toEqual(loose.toSorted((a, b) => b - a));
      }),
    );
  });
});

it('waits until the calendar turns over', () => {
  expect(untilMidnight(at(2026, 11, 21, 23, 59))).toBe(60_000);
  fc.assert(
    fc.property(fc.integer({ min: at(2026, 1, 1), max: at(2027, 1, 1) }), (now) => {
      const wait = untilMidnight(now);
      expect(wait).toBeGreaterThan(0);
      expect(new Date(now + wait).getDate()).not.toBe(new Date(now).getDate());
      expect(new Date(now + wait - 1).getDate()).toBe(new Date(now).getDate());
    }),
  );
});

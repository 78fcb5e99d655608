import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MAX_STEP_MS, tickTrash, trashDaysLeft, type TrashClock } from '#core/trash-clock.ts';

const NOW = Date.UTC(2026, 10, 21);
const deleted = { id: 'a', deletedAt: NOW };

/** Reads the clock at these times, one after another. */
const looked = (times: readonly number[], counted = true): TrashClock | null =>
  times.reduce<TrashClock | null>((clock, at) => tickTrash(clock, at, [deleted], counted), null);

const daily = (days: number): number[] => Array.from({ length: days + 1 }, (_, day) => NOW + day * DAY_MS);

describe('the days of the trash', () => {
  it('are days, where Baton is looked at every day', () => {
    expect(trashDaysLeft(looked(daily(0)), deleted, 30)).toBe(30);
    expect(trashDaysLeft(looked(daily(29)), deleted, 30)).toBe(1);
    expect(trashDaysLeft(looked(daily(30)), deleted, 30)).toBe(0);
  });

  it('are days for whoever looks once a week, and fewer for whoever looks once a year', () => {
    const every = (days: number) => looked([0, 1, 2, 3, 4].map((times) => NOW + times * days * DAY_MS));
    expect(trashDaysLeft(every(7), deleted, 30)).toBe(2);
    expect(trashDaysLeft(every(365), deleted, 30)).toBe(2);
  });

  it('do not pass at once, wherever the date jumps: one look costs a week at most, whatever came before', () => {
    assert(
      property(array(integer({ min: -40_000, max: 40_000 }), { minLength: 1, maxLength: 8 }), (days) => {
        const clock = looked(days.map((day) => NOW + day * DAY_MS));
        const left = trashDaysLeft(clock, deleted, 90);
        expect(left).toBeGreaterThanOrEqual(90 - (days.length - 1) * (MAX_STEP_MS / DAY_MS));
        expect(left).toBeLessThanOrEqual(90);
      }),
    );
  });

  it('go on after a wrong date as if it had not been', () => {
    const clock = looked([NOW, NOW - 9_000 * DAY_MS, NOW, NOW + DAY_MS]);
    // Setting the clock back costs nothing; its return counts as one long step.
    expect(trashDaysLeft(clock, deleted, 30)).toBe(30 - 7 - 1);
  });

  it('begin anew for what came back and was deleted again', () => {
    const clock = looked(daily(29));
    const again = { ...deleted, deletedAt: NOW + 29 * DAY_MS };
    expect(trashDaysLeft(clock, again, 30)).toBe(30);
    const next = tickTrash(clock, NOW + 30 * DAY_MS, [again], true);
    expect(trashDaysLeft(next, again, 30)).toBe(30);
    expect(Object.keys(tickTrash(next, NOW, [], true).since)).toEqual([]);
  });

  it('are not counted while everything is kept for ever, so that a change of mind removes nothing at once', () => {
    const stored = looked(daily(200), false);
    const clock = tickTrash(stored, NOW + 200 * DAY_MS, [deleted], true);
    expect(trashDaysLeft(clock, deleted, 30)).toBe(30);
  });

  it('pass for nobody by looking often', () => {
    assert(
      property(constantFrom(1, 7, 50), (looks) => {
        const times = Array.from({ length: looks + 1 }, (_, index) => NOW + (index * 5 * DAY_MS) / looks);
        expect(trashDaysLeft(looked(times), deleted, 30)).toBe(25);
      }),
    );
  });
});

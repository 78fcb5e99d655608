import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SNAPSHOT_REASONS } from '#contract/snapshot.ts';
import { type RetentionCandidate, planRetention } from '#host/snapshots/plan-retention.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 21, 12);
const EVERYTHING = { cap: Number.MAX_SAFE_INTEGER, offset: 0, inUse: new Set<string>() };

const snapshot = fc.record({
  at: fc.integer({ min: NOW - 400 * DAY, max: NOW }),
  reason: fc.constantFrom(...SNAPSHOT_REASONS),
  bytes: fc.integer({ min: 0, max: 1000 }),
  schemaVersion: fc.constantFrom(null, 6, 7),
  appVersion: fc.constantFrom(null, '1.0.0'),
  state: fc.constantFrom('verified' as const, 'unchecked' as const, 'damaged' as const),
});
const snapshots = fc
  .array(snapshot, { maxLength: 60 })
  .map((all): RetentionCandidate[] => all.map((one, index) => ({ ...one, id: `s${index}` })));

const daily = (daysAgo: number, more: Partial<RetentionCandidate> = {}): RetentionCandidate => ({
  id: `${daysAgo}`,
  at: NOW - daysAgo * DAY,
  reason: 'daily',
  bytes: 10,
  schemaVersion: 7,
  appVersion: '1.0.0',
  state: 'verified',
  ...more,
});
const keptOf = (all: readonly RetentionCandidate[], limits = EVERYTHING): RetentionCandidate[] => {
  const removed = new Set(planRetention(all, limits));
  return all.filter(({ id }) => !removed.has(id));
};

describe('which snapshots may go', () => {
  test('never the newest, the newest verified one, those before the last upgrade and those in use', () => {
    fc.assert(
      fc.property(snapshots, fc.integer({ min: 0, max: 5000 }), fc.array(fc.nat(59)), (all, cap, used) => {
        const inUse = new Set(used.map((index) => `s${index}`));
        const newestOf = (some: readonly RetentionCandidate[]) => some.toSorted((a, b) => b.at - a.at).slice(0, 1);
        const must = [
          ...newestOf(all),
          ...newestOf(all.filter(({ state }) => state === 'verified')),
          ...newestOf(all.filter(({ reason }) => reason === 'before-upgrade')),
        ];
        const retained = keptOf(all, { cap, offset: 540, inUse });
        const at = new Set(retained.map((one) => one.at));
        expect(must.filter((one) => !at.has(one.at))).toEqual([]);
        expect(all.filter((one) => inUse.has(one.id) && !retained.includes(one))).toEqual([]);
      }),
    );
  });

  test('what was left for the other side stays beside the days, newest of each direction', () => {
    const days = Array.from({ length: 40 }, (_, day) => daily(day));
    const left = (['from-browser', 'from-desktop'] as const).flatMap((reason) =>
      [100, 200].map((ago) => daily(ago, { id: `${reason}-${ago}`, reason, at: NOW - 30 * DAY + ago })),
    );
    const kept = keptOf([...days, ...left]).flatMap(({ id }) => (id.startsWith('from-') ? [id] : []));
    expect(kept).toEqual(['from-browser-200', 'from-desktop-200']);
  });

  test('what is left is within the cap, or is only what always stays', () => {
    fc.assert(
      fc.property(snapshots, fc.integer({ min: 0, max: 5000 }), (all, cap) => {
        const retained = keptOf(all, { ...EVERYTHING, cap });
        const bytes = retained.reduce((sum, one) => sum + one.bytes, 0);
        const least = keptOf(all, { ...EVERYTHING, cap: -1 });
        expect(least.filter((one) => !retained.includes(one))).toEqual([]);
        expect(bytes <= cap || retained.length === least.length).toBe(true);
      }),
    );
  });

  test('is decided once: what stays then stays, whatever the order', () => {
    fc.assert(
      fc.property(snapshots, fc.integer({ min: 0, max: 5000 }), (all, cap) => {
        const limits = { ...EVERYTHING, cap };
        expect(planRetention(keptOf(all, limits), limits)).toEqual([]);
        const distinct = [...new Map(all.map((one) => [one.at, one])).values()];
        expect(planRetention(distinct.toReversed(), limits)).toEqual(planRetention(distinct, limits));
      }),
    );
  });

  test('nothing goes for its age as long as none is verified', () => {
    fc.assert(
      fc.property(snapshots, (all) => {
        const unchecked = all.map((one): RetentionCandidate => ({
          ...one,
          state: one.state === 'verified' ? 'unchecked' : one.state,
        }));
        expect(planRetention(unchecked, EVERYTHING)).toEqual([]);
      }),
    );
  });

  test('of a year of days: seven days, the weeks and the months before', () => {
    const retained = keptOf(Array.from({ length: 365 }, (_, day) => daily(day))).map(({ id }) => Number(id));
    expect(retained.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // Saturday, 21 November 2026: the previous weeks end on the 15th, the 8th and the 1st; the months on their last
    // days.
    expect(retained.slice(7)).toEqual([13, 20, 21, 52, 82, 113, 144]);
  });

  test('a day is a day where the user lives', () => {
    const evening = daily(0, { id: 'evening', at: Date.UTC(2026, 10, 20, 14) });
    const night = daily(0, { id: 'night', at: Date.UTC(2026, 10, 20, 16) });
    expect(planRetention([evening, night], EVERYTHING)).toEqual(['evening']);
    // In Seoul it's the next day.
    expect(planRetention([evening, night], { ...EVERYTHING, offset: 540 })).toEqual([]);
  });

  test('a damaged or unchecked one does not stand for its day where a verified one can', () => {
    const all = [
      daily(0),
      daily(3, { id: 'sound' }),
      daily(3, { id: 'broken', at: NOW - 3 * DAY + 1000, state: 'damaged' }),
      daily(3, { id: 'new', at: NOW - 3 * DAY + 2000, state: 'unchecked' }),
    ];
    expect(planRetention(all, EVERYTHING)).toEqual(['broken', 'new']);
  });

  test('over the cap the oldest go first', () => {
    const all = [daily(0), daily(1), daily(2), daily(3), daily(40, { reason: 'before-upgrade' })];
    expect(planRetention(all, { ...EVERYTHING, cap: 35 })).toEqual(['3', '2']);
    expect(planRetention(all, { ...EVERYTHING, cap: 0 })).toEqual(['3', '2', '1']);
    expect(planRetention(all, { ...EVERYTHING, cap: 0, inUse: new Set(['2']) })).toEqual(['3', '1']);
  });
});

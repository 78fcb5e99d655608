import type { Snapshot } from '#contract/snapshot.ts';

/** The fields that the plan depends on. */
export type RetentionCandidate = Pick<
  Snapshot,
  'id' | 'at' | 'reason' | 'bytes' | 'schemaVersion' | 'appVersion' | 'state'
>;

export interface RetentionLimits {
  /** Maximum bytes of all snapshots together. */
  cap: number;
  /** Minutes that the user's clock is ahead of UTC: days are the user's days. */
  offset: number;
  /** Snapshots that are being read, or were recently. */
  inUse: ReadonlySet<string>;
}

/** How many days, weeks and months with snapshots are kept, and how many of each other reason. */
const KEPT = {
  days: 7,
  weeks: 4,
  months: 6,
  reasons: { manual: 5, 'before-restore': 3, 'before-install': 2, 'from-browser': 1, 'from-desktop': 1 },
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the ids of snapshots to remove, oldest first. Always kept, even above the cap: the newest, the newest
 * verified, those from before the last upgrade, and those in use. While none is verified, snapshots are only removed
 * because of the cap. A damaged snapshot never represents its day.
 */
export function planRetention(
  snapshots: readonly RetentionCandidate[],
  { cap, offset, inUse }: RetentionLimits,
): string[] {
  const newestFirst = snapshots.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const always = new Set(inUse);
  const [newest] = newestFirst;
  if (newest) always.add(newest.id);
  const verified = newestFirst.filter(({ state }) => state === 'verified');
  if (verified[0]) always.add(verified[0].id);
  for (const { id } of beforeLastUpgrade(newestFirst)) always.add(id);

  const retained = verified.length === 0 ? new Set(newestFirst.map(({ id }) => id)) : withPlace(newestFirst, offset);
  for (const id of always) retained.add(id);

  let bytes = 0;
  for (const one of newestFirst) if (retained.has(one.id)) bytes += one.bytes;
  for (const one of newestFirst.toReversed()) {
    if (bytes <= cap) break;
    if (!retained.has(one.id) || always.has(one.id)) continue;
    retained.delete(one.id);
    bytes -= one.bytes;
  }
  return newestFirst.toReversed().flatMap(({ id }) => (retained.has(id) ? [] : [id]));
}

/** There may be several if the upgrade was tried more than once. */
function beforeLastUpgrade(newestFirst: readonly RetentionCandidate[]): RetentionCandidate[] {
  const before = newestFirst.filter(({ reason }) => reason === 'before-upgrade');
  const [last] = before;
  return before.filter(
    ({ schemaVersion, appVersion }) => schemaVersion === last?.schemaVersion && appVersion === last.appVersion,
  );
}

function withPlace(newestFirst: readonly RetentionCandidate[], offset: number): Set<string> {
  const intact = newestFirst.filter(({ state }) => state !== 'damaged');
  const dayOf = ({ at }: RetentionCandidate) => Math.floor((at + offset * 60_000) / DAY_MS);
  const places: [(one: RetentionCandidate) => number | string, most: number][] = [
    [dayOf, KEPT.days],
    // Weeks start on Monday; the first day of 1970 was a Thursday.
    [(one) => Math.floor((dayOf(one) + 3) / 7), KEPT.weeks],
    [(one) => new Date(dayOf(one) * DAY_MS).toISOString().slice(0, 7), KEPT.months],
  ];
  const retained = new Set<string>();
  for (const [placeOf, most] of places) {
    const groups = Map.groupBy(intact, placeOf);
    for (const group of [...groups.values()].slice(0, most)) {
      const best = group.find(({ state }) => state === 'verified') ?? group[0];
      if (best) retained.add(best.id);
    }
  }
  for (const [reason, most] of Object.entries(KEPT.reasons))
    for (const { id } of intact.filter((one) => one.reason === reason).slice(0, most)) retained.add(id);
  return retained;
}

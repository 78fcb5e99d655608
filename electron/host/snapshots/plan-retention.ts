import type { Snapshot } from '#contract/snapshot.ts';

/** What the rule looks at. */
export type RetentionCandidate = Pick<
  Snapshot,
  'id' | 'at' | 'reason' | 'bytes' | 'schemaVersion' | 'appVersion' | 'state'
>;

export interface RetentionLimits {
  /** Bytes of all together. */
  cap: number;
  /** Minutes that the person's clock is ahead of UTC: a day is a day where they live. */
  offset: number;
  /** Being read, or read a moment ago. */
  inUse: ReadonlySet<string>;
}

/** The newest of so many days, weeks and months that have one, and of those that a person or a restore made. */
const KEPT = { days: 7, weeks: 4, months: 6, manual: 5, 'before-restore': 3 } as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The ids of snapshots that may go, the oldest first. Always kept are the newest one, the newest verified one, those from
 * before the last upgrade and those in use, also where they alone are more than the cap. As long as none is verified
 * nothing goes but for the cap, and a damaged one is never what stands for its day.
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

  const kept = verified.length === 0 ? new Set(newestFirst.map(({ id }) => id)) : withPlace(newestFirst, offset);
  for (const id of always) kept.add(id);

  let bytes = 0;
  for (const one of newestFirst) if (kept.has(one.id)) bytes += one.bytes;
  for (const one of newestFirst.toReversed()) {
    if (bytes <= cap) break;
    if (!kept.has(one.id) || always.has(one.id)) continue;
    kept.delete(one.id);
    bytes -= one.bytes;
  }
  return newestFirst.toReversed().flatMap(({ id }) => (kept.has(id) ? [] : [id]));
}

/** An upgrade that was tried several times may have left several. */
function beforeLastUpgrade(newestFirst: readonly RetentionCandidate[]): RetentionCandidate[] {
  const before = newestFirst.filter(({ reason }) => reason === 'before-upgrade');
  const [last] = before;
  return before.filter(
    ({ schemaVersion, appVersion }) => schemaVersion === last?.schemaVersion && appVersion === last.appVersion,
  );
}

function withPlace(newestFirst: readonly RetentionCandidate[], offset: number): Set<string> {
  const sound = newestFirst.filter(({ state }) => state !== 'damaged');
  const dayOf = ({ at }: RetentionCandidate) => Math.floor((at + offset * 60_000) / DAY_MS);
  const places: [(one: RetentionCandidate) => number | string, most: number][] = [
    [dayOf, KEPT.days],
    // Weeks begin on Monday; the first day of 1970 was a Thursday.
    [(one) => Math.floor((dayOf(one) + 3) / 7), KEPT.weeks],
    [(one) => new Date(dayOf(one) * DAY_MS).toISOString().slice(0, 7), KEPT.months],
  ];
  const kept = new Set<string>();
  for (const [placeOf, most] of places) {
    const groups = Map.groupBy(sound, placeOf);
    for (const group of [...groups.values()].slice(0, most)) {
      const best = group.find(({ state }) => state === 'verified') ?? group[0];
      if (best) kept.add(best.id);
    }
  }
  for (const reason of ['manual', 'before-restore'] as const)
    for (const { id } of sound.filter((one) => one.reason === reason).slice(0, KEPT[reason])) kept.add(id);
  return kept;
}

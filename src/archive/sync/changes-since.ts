import { compareStamps, nextStamp, type Stamp } from './stamp.ts';
import { digestOf, keyOf, readKey, type Records, type PendingLeaf } from './sync-records.ts';

/** What is known about a record: the digest of its value and its stamp. Kept short because there are many. */
export type RecordVersion = readonly [digest: string, t: number, by: string];

/** What this device and the log both know about a conversation. */
export interface SessionMarks {
  records: Record<string, RecordVersion>;
  /** Keys that changed here and aren't in any object yet. */
  unsent: string[];
  wanted: PendingLeaf | null;
  /** Of rows whose fields are merged one by one, by key. Profiles of builds before sync version 4 have none. */
  fields?: Record<string, Record<string, RecordVersion>>;
}

export const NO_MARKS: SessionMarks = { records: {}, unsent: [], wanted: null };

export const stampOf = ([, t, by]: RecordVersion): Stamp => ({ t, by });

/**
 * Kinds that can be removed here. A missing message, or missing usage, may just as well be lost, and a loss isn't
 * synced to other devices.
 */
const REMOVABLE = new Set(['overlay', 'plan', 'field', 'folder', 'prompt', 'assistant', 'project-file']);

export const isRemovable = (key: string): boolean => REMOVABLE.has(readKey(key).kind);

export interface SettleContext {
  device: string;
  now: number;
  /** Time for records that existed before sync knew about them: no newer than the conversation itself. */
  firstSeen: number;
  /** Some rows couldn't be read, so missing records may still exist. */
  partial: boolean;
}

const digestsOf = (records: Records): Map<string, string> =>
  new Map([...records].map(([key, value]) => [key, digestOf(value)]));

/** Returns the marks with everything that changed here since. Returns the same marks when nothing changed. */
export function changesSince(
  marks: SessionMarks,
  records: Records,
  context: SettleContext,
  digests: ReadonlyMap<string, string> = digestsOf(records),
): SessionMarks {
  const { device, now, firstSeen, partial } = context;
  const fresh = Object.keys(marks.records).length === 0;
  const changed = new Map<string, RecordVersion>();
  const put = (key: string, digest: string): void => {
    const before = marks.records[key];
    const { t, by } = nextStamp(before ? stampOf(before) : null, fresh ? Math.min(now, firstSeen) : now, device);
    changed.set(key, [digest, t, by]);
  };
  let isContinued = false;
  for (const [key, digest] of digests) {
    if (marks.records[key]?.[0] === digest) continue;
    if (!fresh && readKey(key).kind === 'message' && !marks.records[key]) isContinued = true;
    put(key, digest);
  }
  if (!partial)
    for (const [key, [digest]] of Object.entries(marks.records))
      if (digest !== '' && !records.has(key) && isRemovable(key)) put(key, '');
  // A conversation that the user continues should stay: moving it to the trash elsewhere, without knowing of the new
  // messages, counts as older.
  const trash = keyOf('field', 'deletedAt');
  if (isContinued && records.get(trash) === 0 && !changed.has(trash)) put(trash, digestOf(0));
  if (changed.size === 0) return marks;
  return {
    ...marks,
    records: { ...marks.records, ...Object.fromEntries(changed) },
    unsent: [...new Set([...marks.unsent, ...changed.keys()])],
  };
}

export interface Version {
  stamp: Stamp;
  rank: number;
  digest: string;
}

/** Whether a value wins over the known one. Defines a total order of all values of a record. */
export function isLater(one: Version, other: Version): boolean {
  if (one.rank !== other.rank) return one.rank > other.rank;
  const order = compareStamps(one.stamp, other.stamp);
  return order === 0 ? one.digest > other.digest : order > 0;
}

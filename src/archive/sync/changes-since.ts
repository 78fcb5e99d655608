import { compareStamps, nextStamp, type Stamp } from './stamp.ts';
import { digestOf, keyOf, readKey, type Records, type PendingLeaf } from './sync-records.ts';

/** What is known of a record: the digest of its value and its stamp, kept short because there are many. */
export type RecordVersion = readonly [digest: string, t: number, by: string];

/** What this machine and the log know of a conversation in common. */
export interface SessionMarks {
  records: Record<string, RecordVersion>;
  /** Keys that were changed here and are in no object yet. */
  unsent: string[];
  wanted: PendingLeaf | null;
}

export const NO_MARKS: SessionMarks = { records: {}, unsent: [], wanted: null };

export const stampOf = ([, t, by]: RecordVersion): Stamp => ({ t, by });

/**
 * Kinds that end by being taken away here. A message, or what was counted for it, that is not here any more may be lost
 * just as well, and no loss is carried on to other machines.
 */
const REMOVABLE = new Set(['overlay', 'plan', 'field', 'folder', 'prompt', 'assistant']);

export interface SettleContext {
  device: string;
  now: number;
  /** Of what was here before anything was known of it: no newer than the conversation itself. */
  firstSeen: number;
  /** Some rows could not be read, so what is missing is not known to be gone. */
  partial: boolean;
}

const digestsOf = (records: Records): Map<string, string> =>
  new Map([...records].map(([key, value]) => [key, digestOf(value)]));

/** Gives what was changed here since a stamp. The same marks come back when nothing was. */
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
  let goneOn = false;
  for (const [key, digest] of digests) {
    if (marks.records[key]?.[0] === digest) continue;
    if (!fresh && readKey(key).kind === 'message' && !marks.records[key]) goneOn = true;
    put(key, digest);
  }
  if (!partial)
    for (const [key, [digest]] of Object.entries(marks.records))
      if (digest !== '' && !records.has(key) && REMOVABLE.has(readKey(key).kind)) put(key, '');
  // Whoever goes on with a conversation wants it: a trash can elsewhere that knew nothing of it is older than that.
  const trash = keyOf('field', 'deletedAt');
  if (goneOn && records.get(trash) === 0 && !changed.has(trash)) put(trash, digestOf(0));
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

/** Whether a value goes before the one that is known: one order of all values that a record ever had. */
export function isLater(one: Version, other: Version): boolean {
  if (one.rank !== other.rank) return one.rank > other.rank;
  const order = compareStamps(one.stamp, other.stamp);
  return order === 0 ? one.digest > other.digest : order > 0;
}

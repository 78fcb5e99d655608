import { randomBytes } from 'node:crypto';
import { SNAPSHOT_REASONS, SnapshotReason } from '#contract/snapshot.ts';

/*
 * A snapshot's id is the name of its file: when, why and something random. The host makes it, and whatever is not of this
 * form is no id, so nothing from outside becomes a path.
 */

const FORM = new RegExp(
  `^(\\d{4}-\\d{2}-\\d{2})T(\\d{2})(\\d{2})(\\d{2})Z-(${SNAPSHOT_REASONS.join('|')})-[0-9a-f]{8}$`,
);

export interface NamedSnapshot {
  id: string;
  at: number;
  reason: SnapshotReason;
}

/** `at` in whole seconds. */
export function newSnapshotId(at: number, reason: SnapshotReason): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '');
  return `${time}Z-${reason}-${randomBytes(4).toString('hex')}`;
}

/** What an id says; null for what is none. */
export function readSnapshotId(text: string): NamedSnapshot | null {
  const found = FORM.exec(text);
  if (!found) return null;
  const [, day, hours, minutes, seconds, why] = found;
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  const reason = SnapshotReason.safeParse(why);
  return Number.isNaN(at) || !reason.success ? null : { id: text, at, reason: reason.data };
}

import { randomBytes } from 'node:crypto';
import { SNAPSHOT_REASONS, SnapshotReason } from '#contract/snapshot.ts';

/*
 * A snapshot's id is the name of its file: time, reason and something random. The host creates it, and any other format
 * is rejected, so nothing from outside becomes a path.
 */

const FORM = new RegExp(
  `^(\\d{4}-\\d{2}-\\d{2})T(\\d{2})(\\d{2})(\\d{2})Z-(${SNAPSHOT_REASONS.join('|')})-[0-9a-f]{8}$`,
);

export interface NamedSnapshot {
  id: string;
  at: number;
  reason: SnapshotReason;
}

/** Drops the milliseconds of `at`. */
export function newSnapshotId(at: number, reason: SnapshotReason): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '');
  return `${time}Z-${reason}-${randomBytes(4).toString('hex')}`;
}

/** Parses an id; null when it is not one. */
export function readSnapshotId(text: string): NamedSnapshot | null {
  const found = FORM.exec(text);
  if (!found) return null;
  const [, day, hours, minutes, seconds, why] = found;
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  const reason = SnapshotReason.safeParse(why);
  return Number.isNaN(at) || !reason.success ? null : { id: text, at, reason: reason.data };
}

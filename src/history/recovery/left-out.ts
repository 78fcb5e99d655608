import { ArchiveError } from '#archive/archive-error.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { RestoreReport, SharedPart } from '../archive/restore-archive.ts';

/** What a restored history lacks. */
export type LeftOut = SharedPart | 'attachments' | DamagedSession;

/** A conversation that could not be read in the backup. `title` is the one in the backup's list. */
export interface DamagedSession {
  id: string;
  title: string;
}

export const isSession = (one: LeftOut): one is DamagedSession => typeof one !== 'string';

/** Throws what stopped the restore: an incomplete one must not come into use. */
export function leftOutOf({ results, damaged, lost, stopped }: RestoreReport): LeftOut[] {
  if (stopped) throw stopped;
  const sessions = results.flatMap(({ kind, id, title }) => (kind === 'refused' ? [{ id, title }] : []));
  return [...sessions, ...damaged, ...(lost.length > 0 ? (['attachments'] as const) : [])];
}

/** An empty history is no better than the one in use. */
export async function refuseEmpty(db: BatonDatabase, leftOut: readonly LeftOut[]): Promise<void> {
  const first = leftOut.find(isSession);
  if (first && (await db.sessions.count()) === 0) throw new ArchiveError('damaged', first.id);
}

import { deletionsOf, type Deletions } from '#core/normalize/base/deletions.ts';
import type { BatonDatabase } from './database.ts';

/** What the user deleted in these conversations. */
export async function listDeletions(db: BatonDatabase, sessionIds: readonly string[]): Promise<Deletions> {
  if (sessionIds.length === 0) return new Set();
  return deletionsOf(await db.overlays.where('sessionId').anyOf(sessionIds).toArray());
}

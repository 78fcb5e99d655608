import { deletionsOf, type Deletions } from '#core/normalize/base/deletions.ts';
import type { BatonDatabase } from '#storage/database.ts';

/** What the user deleted in a conversation. */
export async function listDeletions(db: BatonDatabase, sessionId: string): Promise<Deletions> {
  return deletionsOf(await db.overlays.where({ sessionId }).toArray());
}

import { canonicalDigest } from '#core/canonical-digest.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { SessionRow } from '#storage/rows.ts';

/** A digest of what the user decides about a conversation's next request: its path, model, settings and repairs. */
export async function conversationState(db: BatonDatabase, session: SessionRow): Promise<string> {
  return stateOf(session, await db.overlays.where('sessionId').equals(session.id).primaryKeys());
}

/** The same with the ids of the conversation's overlays. */
export function stateOf(session: SessionRow, overlays: readonly string[]): string {
  const { leafId, target, system, tools, folder, assistant, maxMessages, leavesOut, pictures, parameters } = session;
  return canonicalDigest([
    { leafId, target, system, tools, folder, assistant, maxMessages, leavesOut, pictures, parameters },
    overlays.toSorted(),
  ]);
}

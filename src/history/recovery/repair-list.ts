import type { BatonDatabase } from '#storage/database.ts';
import { findLostLeaves, findLostSessions, putLastSeq, putRebuilt, replaceLeaf } from '#storage/lost-sessions.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { readCompanions, listMessages } from '#storage/complete-session.ts';
import { rebuildSession, newestValidLeaf } from './rebuild-session.ts';

export interface Repairs {
  /** Conversations that were missing from the list. */
  rebuilt: { id: string; title: string }[];
  /** Conversations whose path ended in a missing message. It now ends in the newest one. */
  repaired: string[];
}

/** Finds conversations that cannot be listed or opened, and rebuilds them from their messages. */
export async function repairList(db: BatonDatabase, onUnreadableRow: OnUnreadableRow): Promise<Repairs> {
  const repairs: Repairs = { rebuilt: [], repaired: [] };
  const { lost, behind } = await findLostSessions(db);
  for (const { id, lastSeq } of lost) {
    const messages = await listMessages(db, id, onUnreadableRow);
    if (messages.length === 0) continue;
    const rebuilt = rebuildSession(id, { messages, ...(await readCompanions(db, id, onUnreadableRow)) });
    const row = await putRebuilt(db, { ...rebuilt, lastSeq });
    if (row) repairs.rebuilt.push({ id, title: row.title });
  }
  for (const session of behind) await putLastSeq(db, session);
  for (const { id, leafId } of await findLostLeaves(db)) {
    const messages = await listMessages(db, id, onUnreadableRow);
    const { overlays } = await readCompanions(db, id, onUnreadableRow);
    if (await replaceLeaf(db, id, leafId, newestValidLeaf(messages, overlays))) repairs.repaired.push(id);
  }
  return repairs;
}

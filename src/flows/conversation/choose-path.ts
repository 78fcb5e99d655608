import type { BatonDatabase } from '#storage/database.ts';
import { newestLeafUnder } from '#storage/message-repository.ts';
import { setLeaf } from '#storage/write-messages.ts';
import { readPath } from '#storage/read-path.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { SessionWriters } from '#storage/session-writers.ts';

/** Leads the path through this message to its newest leaf. The leaf is stored, never guessed. */
export async function choosePath(
  deps: { db: BatonDatabase; writers: SessionWriters },
  sessionId: string,
  messageId: string,
): Promise<void> {
  const lease = await deps.writers.acquire(sessionId);
  try {
    await setLeaf(deps.db, lease.fence, await newestLeafUnder(deps.db, sessionId, messageId));
  } finally {
    lease.release();
  }
}

/** Messages to read at a time while looking for one in the path. */
const BATCH = 500;

/** Leaves the path as it is when the message is on it. Otherwise, leads the path through the message. */
export async function showMessage(
  deps: { db: BatonDatabase; writers: SessionWriters; onUnreadableRow: OnUnreadableRow },
  sessionId: string,
  messageId: string,
): Promise<void> {
  const { db, onUnreadableRow } = deps;
  const target = await db.messages.get(messageId);
  let from = (await db.sessions.get(sessionId))?.leafId ?? null;
  while (from !== null) {
    const { messages, next } = await readPath(db, sessionId, from, BATCH, onUnreadableRow);
    if (messages.some(({ id }) => id === messageId)) return;
    // A path leads from newer messages to older ones.
    if (target && messages.some(({ seq }) => seq < target.seq)) break;
    from = next;
  }
  await choosePath(deps, sessionId, messageId);
}

import type { BatonDatabase } from '#storage/database.ts';
import { newestLeafUnder, setLeaf } from '#storage/message-repository.ts';
import { readPath } from '#storage/read-path.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { SessionWriters } from '#storage/session-writers.ts';

/** The path now runs through this message to its newest leaf; that is stored, never guessed. */
export async function choosePath(
  deps: { db: BatonDatabase; writers: SessionWriters },
  sessionId: string,
  messageId: string,
): Promise<void> {
  const hold = await deps.writers.hold(sessionId);
  try {
    await setLeaf(deps.db, hold.fence, await newestLeafUnder(deps.db, sessionId, messageId));
  } finally {
    hold.release();
  }
}

/** Messages of the path that are read at a time, looking for one. */
const PIECE = 500;

/** The path stays when the message lies on it; else it goes there. */
export async function showMessage(
  deps: { db: BatonDatabase; writers: SessionWriters; report: OnUnreadableRow },
  sessionId: string,
  messageId: string,
): Promise<void> {
  const { db, report } = deps;
  let from = (await db.sessions.get(sessionId))?.leafId ?? null;
  while (from !== null) {
    const { messages, next } = await readPath(db, sessionId, from, PIECE, report);
    if (messages.some(({ id }) => id === messageId)) return;
    from = next;
  }
  await choosePath(deps, sessionId, messageId);
}

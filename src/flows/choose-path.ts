import type { BatonDatabase } from '#storage/database.ts';
import { newestLeafUnder, setLeaf } from '#storage/message-repository.ts';
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

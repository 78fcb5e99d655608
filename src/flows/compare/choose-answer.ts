import { newestLeafUnder } from '#storage/message-repository.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { requireMessage, requireSession } from '../conversation/insert-answer.ts';
import { targetOfAnswer } from './target-of-answer.ts';

/**
 * Chooses one of several answers. The path runs through it. The next message goes to the model that gave it, and its
 * vendor counts as the last that answered. If messages already follow the answer, the session's target stays.
 */
export async function chooseAnswer(
  deps: FlowDeps & { writers: SessionWriters },
  sessionId: string,
  messageId: string,
): Promise<void> {
  const lease = await deps.writers.acquire(sessionId);
  try {
    const session = await requireSession(deps, sessionId);
    const answer = await requireMessage(deps, sessionId, messageId);
    const leafId = await newestLeafUnder(deps.db, sessionId, messageId);
    const target = leafId === messageId ? await targetOfAnswer(deps, session, answer) : null;
    await writeFenced(deps.db, lease.fence, [deps.db.sessions], async () => {
      await deps.db.sessions.update(sessionId, {
        leafId,
        ...(target && { target, lastVendor: answer.origin?.vendor ?? session.lastVendor }),
      });
    });
  } finally {
    lease.release();
  }
}

import { newestLeafUnder } from '#storage/message-repository.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { requireMessage, requireSession } from '../conversation/insert-answer.ts';
import { targetOfAnswer } from './target-of-answer.ts';

/**
 * Chooses one of several answers: the path runs through it, and what is said next goes to the model that gave it, which
 * counts as the last that answered. Where
 * the conversation had gone on below it, it does so as it is.
 */
export async function chooseAnswer(
  deps: FlowDeps & { writers: SessionWriters },
  sessionId: string,
  messageId: string,
): Promise<void> {
  const hold = await deps.writers.hold(sessionId);
  try {
    const session = await requireSession(deps, sessionId);
    const answer = await requireMessage(deps, sessionId, messageId);
    const leafId = await newestLeafUnder(deps.db, sessionId, messageId);
    const target = leafId === messageId ? await targetOfAnswer(deps, session, answer) : null;
    await writeFenced(deps.db, hold.fence, [deps.db.sessions], async () => {
      await deps.db.sessions.update(sessionId, {
        leafId,
        ...(target && { target, lastVendor: answer.origin?.vendor ?? session.lastVendor }),
      });
    });
  } finally {
    hold.release();
  }
}

import { setSessionTarget } from '#storage/session-repository.ts';
import type { SessionTarget } from '#storage/rows.ts';
import type { AnswerQueue } from './answer-queue.ts';
import { insertAnswer, requireMessage, requireSession } from '../conversation/insert-answer.ts';
import type { AskDeps } from '../conversation/insert-answer.ts';

/**
 * Requests another answer to the same message. If `messageId` is a question, answers it. With `target`, the session
 * switches to that model.
 */
export async function retryAnswer(
  deps: AskDeps,
  runs: AnswerQueue,
  sessionId: string,
  messageId: string,
  target?: SessionTarget,
): Promise<void> {
  await runs.run(
    sessionId,
    async (fence) => {
      const message = await requireMessage(deps, sessionId, messageId);
      if (target) await setSessionTarget(deps.db, sessionId, target);
      const session = await requireSession(deps, sessionId);
      const parentId = message.role === 'assistant' ? message.parentId : message.id;
      return { session, message: await insertAnswer(deps, fence, session, parentId) };
    },
    { keepsQueue: true },
  );
}

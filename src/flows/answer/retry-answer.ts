import { setSessionTarget } from '#storage/session-repository.ts';
import type { SessionTarget } from '#storage/rows.ts';
import type { AnswerQueue } from './answer-queue.ts';
import { insertAnswer, requireMessage, requireSession } from '../conversation/insert-answer.ts';
import type { InsertDeps } from '../conversation/insert-answer.ts';

/**
 * Another answer to the same message. Given a question instead of an answer, answers it. With `target` the conversation
 * goes over to that model.
 */
export async function retryAnswer(
  deps: InsertDeps,
  runs: AnswerQueue,
  sessionId: string,
  messageId: string,
  target?: SessionTarget,
): Promise<void> {
  await runs.run(sessionId, async (fence) => {
    const message = await requireMessage(deps, sessionId, messageId);
    if (target) await setSessionTarget(deps.db, sessionId, target);
    const session = await requireSession(deps, sessionId);
    const parentId = message.role === 'assistant' ? message.parentId : message.id;
    return { session, message: await insertAnswer(deps, fence, parentId) };
  });
}

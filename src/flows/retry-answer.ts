import type { AnswerRuns } from './answer-runs.ts';
import { placeAnswer, requireMessage, requireSession } from './place-answer.ts';
import type { PlaceDeps } from './place-answer.ts';

/** Another answer to the same message. Given a question instead of an answer, answers it. */
export async function retryAnswer(
  deps: PlaceDeps,
  runs: AnswerRuns,
  sessionId: string,
  messageId: string,
): Promise<void> {
  await runs.run(sessionId, async (fence) => {
    const session = await requireSession(deps, sessionId);
    const message = await requireMessage(deps, sessionId, messageId);
    const parentId = message.role === 'assistant' ? message.parentId : message.id;
    return { session, message: await placeAnswer(deps, fence, parentId) };
  });
}

import { answerContentOf } from '#core/answer-content.ts';
import type { AnswerQueue } from './answer-queue.ts';
import { acceptMessage } from '../conversation/accept-partial.ts';
import { insertAnswer, insertQuestion, requireMessage, requireSession } from '../conversation/insert-answer.ts';
import type { AskDeps } from '../conversation/insert-answer.ts';

/** Sent to the model in the user's place. Not every vendor lets a client start an answer for the model. */
const CONTINUE =
  'Your last answer was cut off. Continue exactly where it stopped, without repeating any of it and without comment.';

/**
 * Continues after a cut-off or stopped answer with a new exchange. If nothing of the answer had arrived, requests it
 * again instead.
 */
export async function continueAnswer(
  deps: AskDeps,
  runs: AnswerQueue,
  sessionId: string,
  messageId: string,
): Promise<void> {
  await runs.run(
    sessionId,
    async (fence) => {
      const session = await requireSession(deps, sessionId);
      const cut = await requireMessage(deps, sessionId, messageId);
      if (answerContentOf(cut.parts) !== 'something')
        return { session, message: await insertAnswer(deps, fence, session, cut.parentId) };
      await acceptMessage(deps, fence, cut.id);
      const question = {
        parentId: cut.id,
        parts: [{ type: 'text' as const, text: CONTINUE }],
        author: 'automation' as const,
        keepDraft: true as const,
      };
      return { session, message: await insertQuestion(deps, fence, session, question) };
    },
    { keepsQueue: true },
  );
}

import { saidIn } from '#core/said.ts';
import type { AnswerRuns } from './answer-runs.ts';
import { keepMessage } from './keep-partial.ts';
import { placeAnswer, placeQuestion, requireMessage, requireSession } from './place-answer.ts';
import type { PlaceDeps } from './place-answer.ts';

/** Said to the model in the person's place; not every vendor lets a client start an answer for it. */
const CONTINUE =
  'Your last answer was cut off. Continue exactly where it stopped, without repeating any of it and without comment.';

/**
 * Carries on after a cut or stopped answer with an exchange of its own. An answer of which nothing had arrived is asked
 * for again instead.
 */
export async function continueAnswer(
  deps: PlaceDeps,
  runs: AnswerRuns,
  sessionId: string,
  messageId: string,
): Promise<void> {
  await runs.run(sessionId, async (fence) => {
    const session = await requireSession(deps, sessionId);
    const cut = await requireMessage(deps, sessionId, messageId);
    if (saidIn(cut.parts) !== 'something') return { session, message: await placeAnswer(deps, fence, cut.parentId) };
    await keepMessage(deps, fence, cut.id);
    const question = {
      parentId: cut.id,
      parts: [{ type: 'text' as const, text: CONTINUE }],
      author: 'automation' as const,
      keepDraft: true as const,
    };
    return { session, message: await placeQuestion(deps, fence, session, question) };
  });
}

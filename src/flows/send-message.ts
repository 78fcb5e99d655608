import type { AnswerRuns } from './answer-runs.ts';
import type { Outgoing } from './chat-flows.ts';
import { keepMessage } from './keep-partial.ts';
import { outgoingParts, placeQuestion, requireSession, titleOf } from './place-answer.ts';
import type { PlaceDeps } from './place-answer.ts';

/** Stores the message and its empty answer at the end of the chosen path, then has it answered. */
export async function sendMessage(
  deps: PlaceDeps,
  runs: AnswerRuns,
  sessionId: string,
  outgoing: Outgoing,
): Promise<void> {
  const parts = outgoingParts(outgoing);
  await runs.run(sessionId, async (fence) => {
    const session = await requireSession(deps, sessionId);
    // Writing on after an interrupted answer accepts it as it is.
    if (session.leafId !== null) await keepMessage(deps, fence, session.leafId);
    const question = { parentId: session.leafId, parts, title: titleOf(outgoing) };
    return { session, message: await placeQuestion(deps, fence, session, question) };
  });
}

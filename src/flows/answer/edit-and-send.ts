import type { AnswerQueue } from './answer-queue.ts';
import { insertQuestion, requireMessage, requireSession, titleOf } from '../conversation/insert-answer.ts';
import { outgoingParts } from '../base/outgoing-parts.ts';
import type { AskDeps } from '../conversation/insert-answer.ts';
import type { ScreenedMessage } from '../base/outgoing-message.ts';

/** Adds the edited message as a sibling. The original keeps its answers and stays within reach. */
export async function editAndSend(
  deps: AskDeps,
  runs: AnswerQueue,
  sessionId: string,
  messageId: string,
  { outgoing, stopped }: ScreenedMessage,
): Promise<void> {
  const parts = outgoingParts(outgoing);
  await runs.run(
    sessionId,
    async (fence) => {
      const session = await requireSession(deps, sessionId);
      const { parentId } = await requireMessage(deps, sessionId, messageId);
      const { asks, draft } = outgoing;
      // The message box keeps what it holds.
      const ends = draft ? { draft } : { keepDraft: true as const };
      const question = { parentId, parts, title: titleOf(outgoing), thinking: asks?.thinking, ...ends };
      return { session, message: await insertQuestion(deps, fence, session, question) };
    },
    { stopped, keepsQueue: true },
  );
}

import type { Dehydrate } from '#storage/dehydrate-parts.ts';
import type { AnswerCompletion } from '#storage/write-messages.ts';
import type { StoredMessage, UsageRow } from '#storage/rows.ts';
import { costOf } from '../base/cost-of.ts';
import type { Answer } from './run-answer.ts';

/** Returns a finished answer as it is stored, and the usage to record for it. */
export async function endAnswer(
  { message: ended, shown, connection, target }: Answer,
  dehydrate: Dehydrate,
): Promise<{ message: StoredMessage; ending: AnswerCompletion }> {
  const message: StoredMessage = { ...ended, parts: await dehydrate(shown) };
  const usage: UsageRow | null =
    message.usage && target && connection !== null
      ? {
          id: message.id,
          sessionId: message.sessionId,
          at: message.completedAt ?? message.createdAt,
          connection,
          vendor: target.vendor,
          model: target.model.id,
          usage: message.usage,
          cost: costOf(message.usage, target.model.price),
        }
      : null;
  return { message, ending: { usage, vendor: target?.vendor ?? null } };
}

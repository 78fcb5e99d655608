import { useLiveQuery } from './use-live-query.ts';
import { childIds } from '#storage/message-repository.ts';
import { useServices } from './services.ts';

export interface Siblings {
  /** Includes the message itself, in order of writing. */
  ids: string[];
  index: number;
  /** The question, if the siblings are answers to one. */
  questionId: string | null;
}

/** Other versions of a message: edits of a question, retries of an answer. `undefined` while loading. */
export function useSiblings(messageId: string): Siblings | undefined {
  const { db } = useServices();
  return useLiveQuery(async () => {
    const message = await db.messages.get(messageId);
    if (!message) return undefined;
    const ids = await childIds(db, message.sessionId, message.parentId);
    const question = message.role === 'assistant' && message.parentId !== null && ids.length > 1;
    const parent = question ? await db.messages.get(message.parentId ?? '') : undefined;
    return { ids, index: ids.indexOf(messageId), questionId: parent?.role === 'user' ? parent.id : null };
  }, [db, messageId]);
}

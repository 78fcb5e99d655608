import { useLiveQuery } from './use-live-query.ts';
import { childIds } from '#storage/message-repository.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useServices } from './services.ts';

export interface Siblings {
  /** Includes the message itself, in order of writing. */
  ids: string[];
  index: number;
  /** The question, if the siblings are answers to one. */
  questionId: string | null;
}

/** Other versions of a message: edits of a question, retries of an answer. `undefined` while loading. */
export function useSiblings({ id, sessionId, parentId, role }: StoredMessage): Siblings | undefined {
  const { db } = useServices();
  return useLiveQuery(
    () =>
      db.transaction('r', db.messages, db.overlays, async () => {
        const ids = await childIds(db, sessionId, parentId, id);
        const question = role === 'assistant' && parentId !== null && ids.length > 1;
        const parent = question ? await db.messages.get(parentId) : undefined;
        return { ids, index: ids.indexOf(id), questionId: parent?.role === 'user' ? parent.id : null };
      }),
    [db, id, sessionId, parentId, role],
  );
}

import { useMemo } from 'react';
import { textOf } from '#core/message-text.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { editsOf, setText } from '#ui/features/conversation/scene/edits.ts';

/** Text typed into the editor of a message, which outlives it: scrolled out of view or left, an editor loses nothing. */
export function useEditText(message: StoredMessage) {
  const { db } = useServices();
  const { sessionId } = useChatScene();
  return useMemo(() => {
    const { id } = message;
    return {
      read: () => editsOf(db, sessionId).texts.get(id),
      write: (text: string) => setText(db, sessionId, id, text === textOf(message) ? null : text),
      forget: () => setText(db, sessionId, id, null),
    };
  }, [db, sessionId, message]);
}

import { useMemo } from 'react';
import { useServices } from '#ui/data/services.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { editsOf } from '#ui/features/conversation/scene/edits.ts';

/** Text typed into the editor of a message, which outlives it: scrolled out of view or left, an editor loses nothing. */
export function useEditText(messageId: string) {
  const { db } = useServices();
  const { sessionId } = useChatScene();
  return useMemo(() => {
    const { texts } = editsOf(db, sessionId);
    return {
      read: () => texts.get(messageId),
      write: (text: string) => void texts.set(messageId, text),
      forget: () => void texts.delete(messageId),
    };
  }, [db, sessionId, messageId]);
}

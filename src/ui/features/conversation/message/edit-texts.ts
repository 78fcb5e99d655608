import { createContext, use, useMemo } from 'react';

/** What was typed into editors of messages, by message id, for as long as the conversation is shown: an editor that is scrolled away loses nothing. */
export const EditTextsContext = createContext<Map<string, string>>(new Map());

export function useEditText(messageId: string) {
  const texts = use(EditTextsContext);
  return useMemo(
    () => ({
      read: () => texts.get(messageId),
      write: (text: string) => void texts.set(messageId, text),
      forget: () => void texts.delete(messageId),
    }),
    [texts, messageId],
  );
}

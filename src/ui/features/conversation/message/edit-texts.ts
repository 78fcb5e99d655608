import { createContext, use, useMemo } from 'react';

/**
 * Text typed into message editors, by message id, kept while the conversation is shown, so that an editor scrolled out
 * of view loses nothing.
 */
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

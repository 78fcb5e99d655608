import { useRef, useState } from 'react';
import { mentionAt, type MentionQuery } from '#core/mentions/mention-at.ts';

type Field = Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>;

export interface MentionQueryState {
  /** What is being typed after an `@`, while the list is open. */
  at: MentionQuery | null;
  /** Call after each change of the text. While an input method is at work, the list doesn't open. */
  onText: (field: Field, composing: boolean) => void;
  /** Call when the caret may have moved. Leaving the word closes the list; coming back doesn't open it. */
  onCaret: (field: Field) => void;
  /** The user closed the list. It stays closed for this `@`. */
  close: () => void;
  /** The field lost the focus. Writing on opens the list again. */
  leave: () => void;
}

/** When the list of things to mention is open, and for which word. */
export function useMentionQuery(): MentionQueryState {
  const [at, setAt] = useState<MentionQuery | null>(null);
  const closed = useRef<number | null>(null);
  const find = ({ value, selectionStart, selectionEnd }: Field) =>
    selectionStart === selectionEnd ? mentionAt(value, selectionStart) : null;
  return {
    at,
    onText(field, composing) {
      const found = find(field);
      if (found?.start !== closed.current) closed.current = null;
      const opens = at?.start === found?.start || !composing;
      setAt(found && opens && closed.current === null ? found : null);
    },
    onCaret(field) {
      const found = find(field);
      if (at && found?.start !== at.start) setAt(null);
      else if (at && found && found.query !== at.query) setAt(found);
    },
    close() {
      closed.current = at?.start ?? null;
      setAt(null);
    },
    leave: () => setAt(null),
  };
}

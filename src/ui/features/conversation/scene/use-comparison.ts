import { useCallback, useMemo, useState } from 'react';
import { completenessOf } from '#core/compared-answers.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useCompared } from '#ui/data/use-compared.ts';

export interface Comparison {
  /** The comparison shown now; `null` while the conversation is shown. */
  shown: { questionId: string; answers: readonly StoredMessage[] } | null;
  /** The question at the end of the path whose answer hasn't been chosen; `null` when there is none. */
  undecided: string | null;
  /** What the user must do: choose an answer, or retry when none has content. */
  open: 'undecided' | 'unanswered' | null;
  /** How many answers are waiting for that. */
  count: number;
  /** Opens the comparison of a question's answers; `null` closes it. */
  show: (questionId: string | null) => void;
}

interface Wish {
  at: string | null;
  open: string | null;
  away: boolean;
}

/**
 * Decides which question's answers are shown side by side: those at the end of the path, until the user closes the
 * comparison.
 */
export function useComparison(sessionId: string, messages: readonly StoredMessage[]): Comparison {
  const last = messages.at(-1);
  const atEnd = last?.role === 'user' ? last.id : null;
  const [wish, setWish] = useState<Wish>({ at: atEnd, open: null, away: false });
  // A different end of the path resets the choice.
  if (wish.at !== atEnd) setWish({ at: atEnd, open: null, away: false });
  const show = useCallback((id: string | null) => setWish(({ at }) => ({ at, open: id, away: id === null })), []);

  const waiting = useCompared(sessionId, atEnd);
  const count = waiting && waiting.length > 1 ? waiting.length : 0;
  const undecided = count > 0 ? atEnd : null;
  const allEmpty = waiting?.every((answer) => completenessOf(answer) === 'nothing') ?? false;
  const open = undecided === null ? null : allEmpty ? 'unanswered' : 'undecided';
  const questionId = wish.open ?? (wish.away ? null : undecided);
  const looked = useCompared(sessionId, questionId === atEnd ? null : questionId);
  const answers = questionId === atEnd ? waiting : looked;
  const shown = useMemo(
    () => (questionId !== null && answers && answers.length > 0 ? { questionId, answers } : null),
    [questionId, answers],
  );
  return { shown, undecided, open, count, show };
}

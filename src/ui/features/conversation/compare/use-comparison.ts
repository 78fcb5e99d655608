import { useCallback, useMemo, useState } from 'react';
import { completenessOf } from '#core/compared-answers.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { useCompared } from '#ui/data/use-compared.ts';

export interface Comparison {
  /** What stands side by side now; null while the conversation is shown. */
  shown: { questionId: string; answers: readonly StoredMessage[] } | null;
  /** The question that the path ends in without an answer being chosen; null where there is none. */
  undecided: string | null;
  /** What is to be done about that: choose one, or ask again where none came to anything. */
  open: 'undecided' | 'unanswered' | null;
  /** Of the answers that wait for that. */
  count: number;
  /** Looks at the answers of a question, or away from them. */
  look: (questionId: string | null) => void;
}

interface Wish {
  at: string | null;
  open: string | null;
  away: boolean;
}

/** Which question's answers are looked at side by side: where the path ends in them, until the person looks away. */
export function useComparison(session: SessionRow, messages: readonly StoredMessage[]): Comparison {
  const last = messages.at(-1);
  const atEnd = last?.role === 'user' && last.id === session.leafId ? last.id : null;
  const [wish, setWish] = useState<Wish>({ at: atEnd, open: null, away: false });
  // Another end of the path is another matter.
  if (wish.at !== atEnd) setWish({ at: atEnd, open: null, away: false });
  const look = useCallback((id: string | null) => setWish(({ at }) => ({ at, open: id, away: id === null })), []);

  const waiting = useCompared(session.id, atEnd);
  const count = waiting && waiting.length > 1 ? waiting.length : 0;
  const undecided = count > 0 ? atEnd : null;
  const vain = waiting?.every((answer) => completenessOf(answer) === 'nothing') ?? false;
  const open = undecided === null ? null : vain ? 'unanswered' : 'undecided';
  const questionId = wish.open ?? (wish.away ? null : undecided);
  const looked = useCompared(session.id, questionId === atEnd ? null : questionId);
  const answers = questionId === atEnd ? waiting : looked;
  const shown = useMemo(
    () => (questionId !== null && answers && answers.length > 0 ? { questionId, answers } : null),
    [questionId, answers],
  );
  return { shown, undecided, open, count, look };
}

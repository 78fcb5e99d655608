import { useLiveQuery } from './use-live-query.ts';
import { useEffect, useMemo, useState } from 'react';
import { comparedAnswers } from '#core/compared-answers.ts';
import { readChildren } from '#storage/read-children.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useServices } from './services.ts';

const NONE: ReadonlyMap<string, StoredMessage> = new Map();

/** The answers to a question that are shown side by side; `undefined` while loading and without a question. */
export function useCompared(sessionId: string, questionId: string | null): readonly StoredMessage[] | undefined {
  const { db, liveRuns, onUnreadableRow } = useServices();
  const read = useLiveQuery(
    async () => ({
      questionId,
      answers: questionId === null ? undefined : await readChildren(db, sessionId, questionId, onUnreadableRow),
    }),
    [db, sessionId, questionId, onUnreadableRow],
  );
  // Answers that ended in this window, as stored: the query may still return an older version of them.
  const [ended, setEnded] = useState(NONE);
  useEffect(
    () =>
      liveRuns.onEnd((final) => {
        if (final.sessionId === sessionId) setEnded((before) => new Map(before).set(final.id, final));
      }),
    [liveRuns, sessionId],
  );
  const answers = read?.questionId === questionId ? read.answers : undefined;
  return useMemo(
    () =>
      answers && comparedAnswers(answers.map((one) => (one.status === 'streaming' ? (ended.get(one.id) ?? one) : one))),
    [answers, ended],
  );
}

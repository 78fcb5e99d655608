import { useLiveQuery } from './use-live-query.ts';
import { useEffect, useMemo, useState } from 'react';
import { comparedAnswers } from '#core/compared-answers.ts';
import { readChildren } from '#storage/read-children.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { usePageData } from './page-data.ts';

const NONE: ReadonlyMap<string, StoredMessage> = new Map();

/** The answers of a question as they stand side by side; undefined while read, and without a question. */
export function useCompared(sessionId: string, questionId: string | null): readonly StoredMessage[] | undefined {
  const { db, liveRuns, report } = usePageData();
  const read = useLiveQuery(
    async () => ({
      questionId,
      answers: questionId === null ? undefined : await readChildren(db, sessionId, questionId, report),
    }),
    [db, sessionId, questionId, report],
  );
  // What ended here, as stored: the query may still hold what was written before.
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

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { usePageData } from './page-data.ts';

/** Calls back for each new problem beside what the person was doing: a draft or a setting that could not be stored. */
export function useProblems(onProblem: (error: Error) => void): void {
  const { problems } = usePageData();
  const latest = useStore(problems.store, (state) => state.latest);
  useEffect(() => {
    if (latest) onProblem(latest.error);
    // Once per problem, whatever the identity of the callback.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [latest]);
}

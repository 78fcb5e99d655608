import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useServices } from './services.ts';

/**
 * Calls back for each new problem outside the user's current action, such as a draft or a setting that couldn't be
 * stored.
 */
export function useProblems(onProblem: (error: Error) => void): void {
  const { problems } = useServices();
  const latest = useStore(problems.store, (state) => state.latest);
  useEffect(() => {
    if (latest) onProblem(latest.error);
    // Once per problem, regardless of the callback's identity.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [latest]);
}

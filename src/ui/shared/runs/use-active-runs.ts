import { useMemo } from 'react';
import { useStore } from 'zustand';
import { rootSessionOf, type ActiveRun } from '#state/active-runs.ts';
import { useAgent } from '#ui/data/agent-context.ts';

/** Everything that is going on in this window; those that wait for the person first. */
export function useActiveRuns(): readonly ActiveRun[] {
  return useStore(useAgent().going.store, ({ runs }) => runs);
}

/** How many of them wait for the person. */
export function countAsking(runs: readonly ActiveRun[]): number {
  return runs.filter(({ asks }) => asks.length > 0).length;
}

/** Conversations in which something goes on, here or further down; `stored` are those known from storage. */
export function useBusySessions(stored: ReadonlySet<string>): ReadonlySet<string> {
  const runs = useActiveRuns();
  return useMemo(
    () => new Set([...stored, ...runs.flatMap((run) => [run.sessionId, rootSessionOf(run)])]),
    [stored, runs],
  );
}

/** One conversation's; null while nothing is going on there. */
export function useActiveRunIn(sessionId: string): ActiveRun | null {
  return useStore(useAgent().going.store, ({ runs }) => runs.find((run) => run.sessionId === sessionId) ?? null);
}

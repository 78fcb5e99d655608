import { useMemo } from 'react';
import { useStore } from 'zustand';
import { rootSessionOf, type ActiveRun } from '#state/active-runs.ts';
import { useServices } from '#ui/data/services.ts';

/** Everything active in this window; runs that wait for the user come first. */
export function useActiveRuns(): readonly ActiveRun[] {
  return useStore(useServices().agent.activeRuns.store, ({ runs }) => runs);
}

/** How many of them wait for the user. */
export function countAsking(runs: readonly ActiveRun[]): number {
  return runs.filter(({ asks }) => asks.length > 0).length;
}

/**
 * Conversations with an active run, their own or a task's. `stored` are those known from storage. The same set as long as
 * they are the same, whatever their runs come to.
 */
export function useBusySessions(stored: ReadonlySet<string>): ReadonlySet<string> {
  const runs = useActiveRuns();
  const busy = new Set([...stored, ...runs.flatMap((run) => [run.sessionId, rootSessionOf(run)])]);
  const ids = [...busy].sort().join(' ');
  return useMemo(() => new Set(ids.split(' ').filter(Boolean)), [ids]);
}

/** The active run of one conversation, or `null`. */
export function useActiveRunIn(sessionId: string): ActiveRun | null {
  return useStore(
    useServices().agent.activeRuns.store,
    ({ runs }) => runs.find((run) => run.sessionId === sessionId) ?? null,
  );
}

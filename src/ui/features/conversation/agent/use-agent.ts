import { use } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { hasRuns, type AgentRun, type AgentRunEnd, type LiveCall } from '#state/agent-runs.ts';
import { useServices } from '#ui/data/services.ts';
import { ChatSceneContext } from '#ui/features/conversation/scene/chat-context.ts';

/** The active run of this conversation in this window. */
export function useAgentRun(sessionId: string): AgentRun | null {
  return useStore(useServices().agent.runs.store, (state) => state.runs.get(sessionId) ?? null);
}

/** Runs with a question for the user: this conversation's first, then those of its tasks. */
export function useAskingRuns(sessionId: string): AgentRun[] {
  return useStore(
    useServices().agent.runs.store,
    useShallow(({ runs }) => {
      const below = [...runs.values()].filter(
        ({ sessionId: id, task, approvals }) =>
          approvals.length > 0 && (id === sessionId || task?.above.includes(sessionId)),
      );
      return below.sort((a, b) => Number(b.sessionId === sessionId) - Number(a.sessionId === sessionId));
    }),
  );
}

/** Whether a run hasn't ended yet, even if it is stopping. Doesn't rerender on its progress. */
export function useAgentActive(sessionId: string): boolean {
  return useStore(useServices().agent.runs.store, (state) => state.runs.has(sessionId));
}

/** The same for the conversation and its tasks. */
export function useHasRuns(sessionId: string): boolean {
  return useStore(useServices().agent.runs.store, (state) => hasRuns(state, sessionId));
}

/** Whether a run is active that accepts messages. Doesn't rerender on its progress. */
export function useAgentRunning(sessionId: string): boolean {
  return useStore(useServices().agent.runs.store, (state) => {
    const run = state.runs.get(sessionId);
    return run !== undefined && run.phase !== 'stopping';
  });
}

/** The state of a call of the newest answer, and a function that stops just this call. */
export function useLiveCall(key: string): { call: LiveCall | null; cancel: () => void } {
  const { flows, runs } = useServices().agent;
  const sessionId = use(ChatSceneContext)?.sessionId ?? '';
  const call = useStore(runs.store, (state) => state.runs.get(sessionId)?.calls.find((one) => one.key === key) ?? null);
  return { call, cancel: () => flows.cancelCall(sessionId, key) };
}

/** How the newest run of this conversation ended in this window; `null` while there is none, or it has not ended. */
export function useRunEnd(sessionId: string): AgentRunEnd | null {
  return useStore(useServices().agent.runs.store, ({ ends }) => ends.get(sessionId) ?? null);
}

/** Why the newest run of this conversation failed in this window; `null` when it didn't. */
export function useRunProblem(sessionId: string, run: string | undefined): string | null {
  const end = useRunEnd(sessionId);
  return end && end.runId === run ? (end.problem ?? null) : null;
}

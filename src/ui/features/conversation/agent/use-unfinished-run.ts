import type { StoredRun } from '#flows/agent/agent-flows.ts';
import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { useAgentActive } from './use-agent.ts';

/** The newest stored run if the user can resume or end it, or take back a message; `undefined` while it is being read. */
export function useUnfinishedRun(sessionId: string, version: string): StoredRun | null | undefined {
  const { flows } = useServices().agent;
  // While it runs there is nothing to read, so the query doesn't notice the end.
  const isActive = useAgentActive(sessionId);
  const run = useLiveQuery(() => flows.readRun(sessionId), [flows, sessionId, version, isActive]);
  return run && !canGoOn(run) && run.queued.length === 0 ? null : run;
}

const canGoOn = ({ can }: StoredRun): boolean => can.resume || can.close;

/** Whether the bar of the run says what happened and how to continue. A failed or refused answer has its own card. */
export const hasRunBar = (run: StoredRun): boolean =>
  canGoOn(run) && run.reason?.kind !== 'failed' && run.reason?.kind !== 'refused';

import type { StoredRun } from '#flows/agent/agent-flows.ts';
import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { useAgentActive } from './use-agent.ts';

/**
 * The newest stored run if the user can resume or end it; `undefined` while it is being read. `version`: changes with the
 * end of the path. The flow reads where no query watches.
 */
export function useUnfinishedRun(sessionId: string, version: string): StoredRun | null | undefined {
  const { flows } = useServices().agent;
  // While it runs there is nothing to read, so the query doesn't notice the end.
  const isActive = useAgentActive(sessionId);
  const run = useLiveQuery(() => flows.readRun(sessionId), [flows, sessionId, version, isActive]);
  return run && !run.can.resume && !run.can.close ? null : run;
}

/** Whether the bar of the run says what happened and how to continue. A failed or refused answer has its own card. */
export const hasRunBar = ({ reason }: StoredRun): boolean => reason?.kind !== 'failed' && reason?.kind !== 'refused';

import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useRunProblem } from './use-agent.ts';

const RunBar = lazyPart(async () => (await import('./run-bar.tsx')).RunBar);

/** The newest stored run if it hasn't finished: what happened, and how to continue. */
export function UnfinishedRun({ sessionId, version }: { sessionId: string; version: string }) {
  const { flows } = useServices().agent;
  const run = useLiveQuery(() => flows.readRun(sessionId), [flows, sessionId, version]);
  const problem = useRunProblem(sessionId, run?.id);
  if (!run || (!run.can.resume && !run.can.close)) return null;
  return <RunBar key={run.id} sessionId={sessionId} run={run} problem={problem} />;
}

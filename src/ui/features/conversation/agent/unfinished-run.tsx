import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useRunProblem } from './use-agent.ts';
import { hasRunBar, useUnfinishedRun } from './use-unfinished-run.ts';

const RunBar = lazyPart(async () => (await import('./run-bar.tsx')).RunBar);

interface UnfinishedRunProps {
  sessionId: string;
  version: string;
}

/** The newest stored run if it hasn't finished: what happened, and how to continue. */
export function UnfinishedRun({ sessionId, version }: UnfinishedRunProps) {
  const run = useUnfinishedRun(sessionId, version);
  const problem = useRunProblem(sessionId, run?.id);
  return run && hasRunBar(run) ? <RunBar key={run.id} sessionId={sessionId} run={run} problem={problem} /> : null;
}

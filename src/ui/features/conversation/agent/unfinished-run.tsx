import { useT } from '#ui/kit/i18n/use-t.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { QueuedMessages } from './queued-messages.tsx';
import { useRunProblem } from './use-agent.ts';
import { hasRunBar, useUnfinishedRun } from './use-unfinished-run.ts';

const RunBar = lazyPart(async () => (await import('./run-bar.tsx')).RunBar);

interface UnfinishedRunProps {
  sessionId: string;
  version: string;
}

/** The newest stored run if it hasn't finished: what happened, how to continue, and what it has not taken yet. */
export function UnfinishedRun({ sessionId, version }: UnfinishedRunProps) {
  const t = useT('agent');
  const run = useUnfinishedRun(sessionId, version);
  const problem = useRunProblem(sessionId, run?.id);
  if (!run) return null;
  return (
    <>
      {hasRunBar(run) && <RunBar key={run.id} sessionId={sessionId} run={run} problem={problem} />}
      <QueuedMessages sessionId={sessionId} queued={run.queued} title={t('queue.kept')} />
    </>
  );
}

import type { StoredMessage } from '#storage/rows.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useLostEscape } from '#ui/features/conversation/scene/use-lost-escape.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useAnsweredInPlace } from './answered-in-place.ts';
import { KeptMessages } from './kept-messages.tsx';
import { ContinuationLine } from './continuation-line.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { RunLine } from './run-line.tsx';
import { UnfinishedRun } from './unfinished-run.tsx';
import { UsageHint } from './usage-hint.tsx';
import { useAgentRun, useAskingRuns, useRunEnd } from './use-agent.ts';
import css from './run.module.css';

const ApprovalCard = lazyPart(async () => (await import('./approval-card.tsx')).ApprovalCard);

interface RunFootProps {
  sessionId: string;
  last: StoredMessage | undefined;
  readOnly: boolean;
  /** An answer or a run is in progress in this window. */
  busy: boolean;
}

/** Shown between the thread and the message box while tools run: plan, question, run. */
export function RunFoot({ sessionId, last, readOnly, busy }: RunFootProps) {
  const t = useT('agent');
  const run = useAgentRun(sessionId);
  const end = useRunEnd(sessionId);
  useLostEscape();
  const inPlace = useAnsweredInPlace();
  const asking = useAskingRuns(sessionId).filter((one) => !inPlace.has(one.sessionId));
  const [first] = asking;
  const approval = first?.approvals[0];
  const questions = asking.reduce((count, one) => count + one.approvals.length, 0);
  const version = `${last?.id} ${last?.status}`;
  return (
    <div className={css['foot']}>
      <PlanPanel sessionId={sessionId} />
      <ContinuationLine sessionId={sessionId} />
      <UsageHint sessionId={sessionId} />
      {first && approval && (
        <ApprovalCard
          key={approval.key}
          sessionId={first.sessionId}
          approval={approval}
          more={questions - 1}
          task={first.sessionId === sessionId ? null : (first.task?.title ?? null)}
        />
      )}
      {run && <RunLine run={run} />}
      {readOnly && end?.reason?.kind === 'cancelled' && end.reason.by === 'window' && (
        <p className={css['warn']}>{t('end.takenOver')}</p>
      )}
      {!run && !readOnly && !busy && <UnfinishedRun sessionId={sessionId} version={version} />}
      {!readOnly && <KeptMessages sessionId={sessionId} version={version} />}
    </div>
  );
}

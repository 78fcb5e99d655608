import type { StoredMessage } from '#storage/rows.ts';
import { ApprovalCard } from './approval-card.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { RunLine } from './run-line.tsx';
import { UnfinishedRun } from './unfinished-run.tsx';
import { useAgentRun } from './use-agent.ts';
import css from './run.module.css';

interface RunFootProps {
  sessionId: string;
  last: StoredMessage | undefined;
  readOnly: boolean;
  /** Puts a text that was taken back into the message box. */
  onTakenBack: (text: string) => void;
}

/** What stands between the thread and the message box while tools are at work: plan, question, run. */
export function RunFoot({ sessionId, last, readOnly, onTakenBack }: RunFootProps) {
  const run = useAgentRun(sessionId);
  const first = run?.approvals[0];
  return (
    <div className={css['foot']}>
      <PlanPanel sessionId={sessionId} />
      {run && first && (
        <ApprovalCard key={first.key} sessionId={sessionId} approval={first} more={run.approvals.length - 1} />
      )}
      {run && <RunLine run={run} onTakenBack={onTakenBack} />}
      {!run && !readOnly && <UnfinishedRun sessionId={sessionId} version={`${last?.id} ${last?.status}`} />}
    </div>
  );
}

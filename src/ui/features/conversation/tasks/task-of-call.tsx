import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { findTaskOfCall } from '#storage/session-repository.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { useClock } from '#ui/kit/time/use-clock.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { TaskLink } from './task-link.tsx';
import { useActiveRunIn } from '#ui/shared/runs/use-active-runs.ts';
import { usePhaseLabel } from '#ui/shared/runs/use-phase-label.ts';
import css from './task-of-call.module.css';

export const TASK_TOOL = 'task';

/** Beside a call of `task`: the task's progress, and a link to its conversation. */
export function TaskOfCall({ callKey }: { callKey: string }) {
  const t = useT('runs');
  const { sessionId } = useChatScene();
  const { db } = useServices();
  const task = useLiveQuery(() => findTaskOfCall(db, sessionId, callKey), [db, sessionId, callKey]);
  if (!task) return null;
  return (
    <div className={css['task']}>
      <Progress sessionId={task.id} />
      <TaskLink sessionId={task.id} label={t('task.open')} name={t('task.openNamed', { title: task.title })} />
    </div>
  );
}

function Progress({ sessionId }: { sessionId: string }) {
  const run = useActiveRunIn(sessionId);
  const phase = usePhaseLabel();
  const duration = useDurationLabel();
  const now = useClock(run !== null);
  if (!run) return null;
  return (
    <span data-asking={run.asks.length > 0 || undefined}>
      {phase(run)} · {duration(Math.max(0, now - run.startedAt))}
    </span>
  );
}

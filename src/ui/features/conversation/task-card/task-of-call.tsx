import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { findTaskOfCall } from '#storage/session-repository.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { TaskLink } from '#ui/features/conversation/tasks/task-link.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useClock } from '#ui/kit/time/use-clock.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import { useFold } from '#ui/shared/markdown/fold-context.ts';
import { useActiveRunIn } from '#ui/shared/runs/use-active-runs.ts';
import { usePhaseLabel } from '#ui/shared/runs/use-phase-label.ts';
import css from './task-card.module.css';

export const TASK_TOOL = 'task';

const TaskStream = lazyPart(async () => (await import('./task-stream.tsx')).TaskStream);

/** Below a call of `task`: the task's progress while it runs, and a link to its conversation. */
export function TaskOfCall({ callKey }: { callKey: string }) {
  const { sessionId } = useChatScene();
  const { db } = useServices();
  const task = useLiveQuery(() => findTaskOfCall(db, sessionId, callKey), [db, sessionId, callKey]);
  return task ? <TaskCard task={task} /> : null;
}

/** A task, and while it runs what it does. Tasks that it began are inside. */
export function TaskCard({ task: { id, title } }: { task: Pick<SessionRow, 'id' | 'title'> }) {
  const t = useT('runs');
  const run = useActiveRunIn(id);
  const phase = usePhaseLabel();
  const duration = useDurationLabel();
  const now = useClock(run !== null);
  const [open, setOpen] = useFold(`task ${id}`, true);
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <div className={css['task']} data-running={run !== null || undefined}>
      <div className={css['line']}>
        {run && (
          <button type="button" className={css['fold']} aria-expanded={open} onClick={() => setOpen(!open)}>
            <ChevronRight aria-hidden />
            <span className="visually-hidden">{t('task.stream', { title })}: </span>
            <span>
              {phase(run)} · {duration(Math.max(0, now - run.startedAt))}
            </span>
          </button>
        )}
        <TaskLink ref={link} sessionId={id} label={t('task.open')} name={t('task.openNamed', { title })} />
      </div>
      {run && open && <TaskStream sessionId={id} title={title} onStop={() => link.current?.focus()} />}
    </div>
  );
}

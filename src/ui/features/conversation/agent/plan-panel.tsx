import { Square, SquareCheck } from 'lucide-react';
import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { getPlan } from '#storage/plan-repository.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './plan-panel.module.css';

/** The model's plan: goal, todos and notes, folded to one line. Renders nothing without a plan. */
export function PlanPanel({ sessionId }: { sessionId: string }) {
  const t = useT('agent');
  const { db, onUnreadableRow } = useServices();
  const plan = useLiveQuery(() => getPlan(db, sessionId, onUnreadableRow), [db, sessionId, onUnreadableRow]);
  if (!plan || (plan.goal === null && plan.todos.length === 0 && plan.notes.length === 0)) return null;
  const { goal, todos, notes } = plan;
  const done = todos.filter((todo) => todo.done).length;
  const next = todos.find((todo) => !todo.done);
  const label = [t('plan.title'), goal ?? ''].filter((word) => word !== '').join(' · ');
  const progress = todos.length > 0 ? t('plan.progress', { done, all: todos.length }) : null;
  return (
    <Disclosure
      className={css['plan']}
      summary={
        <span className={css['summary']}>
          {/* Folded, it is one line. The full goal is in the tooltip and below. */}
          <span className={css['goal']} title={goal ?? undefined}>
            {label}
          </span>
          {progress !== null && (
            <span className={css['progress']}>
              <progress className={css['bar']} value={done} max={todos.length} aria-hidden />
              <span>{progress}</span>
            </span>
          )}
        </span>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls when the plan is long */}
      <div className={css['body']} role="group" aria-label={t('plan.title')} tabIndex={0}>
        {goal !== null && <p className={css['full']}>{goal}</p>}
        <ul className={css['todos']}>
          {todos.map((todo) => (
            <li key={todo.id} data-done={todo.done || undefined} data-next={todo === next || undefined}>
              {todo.done ? <SquareCheck aria-label={t('plan.done')} /> : <Square aria-label={t('plan.open')} />}
              <span>
                {todo.content}
                {todo.summary !== undefined && <span className={text['quiet']}> {todo.summary}</span>}
              </span>
            </li>
          ))}
        </ul>
        {notes.length > 0 && (
          <>
            <p className={text['quiet']}>{t('plan.notes')}</p>
            <ul className={css['notes']}>
              {notes.map((note, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- the same note may occur twice
                <li key={`${at} ${note}`}>{note}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Disclosure>
  );
}

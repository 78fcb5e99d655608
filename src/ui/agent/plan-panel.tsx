import { Square, SquareCheck } from 'lucide-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { getPlan } from '#storage/plan-repository.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { usePageData } from '#ui/data/page-data.ts';
import { useT } from '#ui/i18n/use-t.ts';
import css from './run.module.css';

/** Goal, todos and notes as the model keeps them; folded to one line. Nothing while there is no plan. */
export function PlanPanel({ sessionId }: { sessionId: string }) {
  const t = useT('agent');
  const { db, report } = usePageData();
  const plan = useLiveQuery(() => getPlan(db, sessionId, report), [db, sessionId, report]);
  if (!plan || (plan.goal === null && plan.todos.length === 0 && plan.notes.length === 0)) return null;
  const { goal, todos, notes } = plan;
  const done = todos.filter((todo) => todo.done).length;
  const progress = todos.length > 0 ? t('plan.progress', { done, all: todos.length }) : '';
  return (
    <Disclosure
      className={css['plan']}
      summary={[t('plan.title'), progress, goal ?? ''].filter((word) => word !== '').join(' · ')}
    >
      <ul className={css['todos']}>
        {todos.map((todo) => (
          <li key={todo.id} data-done={todo.done || undefined}>
            {todo.done ? <SquareCheck aria-label={t('plan.done')} /> : <Square aria-label={t('plan.open')} />}
            <span>
              {todo.content}
              {todo.summary !== undefined && <span className={css['quiet']}> {todo.summary}</span>}
            </span>
          </li>
        ))}
      </ul>
      {notes.length > 0 && (
        <>
          <p className={css['quiet']}>{t('plan.notes')}</p>
          <ul className={css['notes']}>
            {notes.map((note, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same note may stand there twice
              <li key={`${at} ${note}`}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </Disclosure>
  );
}

import { PanelRightClose, PanelRightOpen, Square, SquareCheck } from 'lucide-react';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import type { PlanState } from '#core/agent/plan/plan-state.ts';
import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { getPlan } from '#storage/plan-repository.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import text from '#ui/kit/controls/text.module.css';
import { useFold } from '#ui/shared/markdown/fold-context.ts';
import { useRoomBeside } from './use-room-beside.ts';
import css from './plan-panel.module.css';

/** Width of the panel in rem. */
const WIDTH = 15;

/**
 * The model's plan: goal, todos and notes. Beside the conversation where there is room, otherwise in one line above the
 * message box. Renders nothing without a plan.
 */
export function PlanPanel({ sessionId }: { sessionId: string }) {
  const t = useT('agent');
  const { db, onUnreadableRow } = useServices();
  const plan = useLiveQuery(() => getPlan(db, sessionId, onUnreadableRow), [db, sessionId, onUnreadableRow]);
  const anchor = useRef<HTMLDivElement>(null);
  const [isBeside, setBeside] = useFold('plan', true);
  const isEmpty = !plan || (plan.goal === null && plan.todos.length === 0 && plan.notes.length === 0);
  const room = useRoomBeside(anchor, WIDTH, !isEmpty);
  if (isEmpty) return null;
  if (room && isBeside)
    return (
      <div ref={anchor}>
        {createPortal(
          <section className={css['beside']} data-beside aria-label={t('plan.title')}>
            <header className={css['head']}>
              <h2>{t('plan.title')}</h2>
              <Progress plan={plan} />
              <IconButton
                small
                label={t('plan.fold')}
                icon={<PanelRightClose aria-hidden />}
                onClick={() => setBeside(false)}
              />
            </header>
            <PlanBody plan={plan} className={css['scroll']} />
          </section>,
          room,
        )}
      </div>
    );
  const label = [t('plan.title'), plan.goal ?? ''].filter((word) => word !== '').join(' · ');
  return (
    <div ref={anchor} className={css['folded']}>
      <Disclosure
        className={css['plan']}
        summary={
          <span className={css['summary']}>
            {/* Folded, it is one line. The full goal is in the tooltip and below. */}
            <span className={css['goal']} title={plan.goal ?? undefined}>
              {label}
            </span>
            <Progress plan={plan} />
          </span>
        }
      >
        <PlanBody plan={plan} className={css['body']} />
      </Disclosure>
      {room && (
        <IconButton
          small
          label={t('plan.beside')}
          icon={<PanelRightOpen aria-hidden />}
          onClick={() => setBeside(true)}
        />
      )}
    </div>
  );
}

function Progress({ plan: { todos } }: { plan: PlanState }) {
  const t = useT('agent');
  if (todos.length === 0) return null;
  const done = todos.filter((todo) => todo.done).length;
  return (
    <span className={css['progress']}>
      <progress className={css['bar']} value={done} max={todos.length} aria-hidden />
      <span>{t('plan.progress', { done, all: todos.length })}</span>
    </span>
  );
}

function PlanBody({ plan: { goal, todos, notes }, className }: { plan: PlanState; className: string | undefined }) {
  const t = useT('agent');
  const next = todos.find((todo) => !todo.done);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls when the plan is long
    <div className={className} role="group" aria-label={t('plan.title')} tabIndex={0}>
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
  );
}

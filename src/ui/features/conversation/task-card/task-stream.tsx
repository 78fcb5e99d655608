import { Square } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { getMessage } from '#storage/message-repository.ts';
import { useServices } from '#ui/data/services.ts';
import { useLiveAnswer } from '#ui/data/use-live-answer.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { useSession } from '#ui/data/use-session.ts';
import { answerElsewhere, answerInPlace } from '#ui/features/conversation/agent/answered-in-place.ts';
import { ApprovalCard } from '#ui/features/conversation/agent/approval-card.tsx';
import { LiveCallLabel } from '#ui/features/conversation/agent/live-call.tsx';
import { useAgentRun } from '#ui/features/conversation/agent/use-agent.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { ModelPicker } from '#ui/shared/models/model-picker.tsx';
import { useToolName } from '#ui/shared/servers/use-tool-name.ts';
import { lastWords } from './last-words.ts';
import { TASK_TOOL, TaskCard } from './task-of-call.tsx';
import css from './task-card.module.css';

/** Within this distance (px) from the end, the view follows it. */
const END_ZONE = 24;

interface TaskStreamProps {
  sessionId: string;
  title: string;
  /** Takes the focus from the button, which goes with what runs. */
  onStop: () => void;
}

/** What a running task says and does now, with its questions, its model, and a button to stop it. */
export function TaskStream({ sessionId, title, onStop }: TaskStreamProps) {
  const t = useT('runs');
  const { flows } = useServices();
  const run = useAgentRun(sessionId);
  const session = useSession(sessionId);
  const attempt = useAsyncAction();
  return (
    <section className={css['stream']} aria-label={t('task.stream', { title })}>
      <LastWords sessionId={sessionId} messageId={run?.messageId ?? null} />
      <Calls sessionId={sessionId} />
      <Questions sessionId={sessionId} title={title} />
      <Nested sessionId={sessionId} />
      <div className={css['controls']}>
        {session && (
          <span className={css['model']} title={t('task.modelHint')}>
            <ModelPicker
              value={session.target}
              onChange={({ connection, model }) => void attempt(flows.setTarget(sessionId, { connection, model }))}
            />
          </span>
        )}
        <Button
          small
          icon={<Square aria-hidden />}
          disabled={run?.phase === 'stopping'}
          onClick={() => {
            onStop();
            flows.stop(sessionId);
          }}
        >
          {t('task.stop')}
          <span className="visually-hidden"> {title}</span>
        </Button>
      </div>
      {session?.task?.background && <Continues sessionId={sessionId} on={session.tools?.autoContinue === true} />}
    </section>
  );
}

/** Lets this background task go on by itself while its plan is open. */
function Continues({ sessionId, on }: { sessionId: string; on: boolean }) {
  const t = useT('agent');
  const runs = useT('runs');
  const id = useId();
  const { flows } = useServices().agent;
  const attempt = useAsyncAction();
  return (
    <div className={css['continues']}>
      <span>
        <span id={id}>{t('auto.switch')}</span>
        <span id={`${id}-hint`} className={css['hint']}>
          {runs('task.continueHint')}
        </span>
      </span>
      <Switch
        checked={on}
        onChange={(next) => attempt(flows.setAutoContinue(sessionId, next))}
        labelledBy={id}
        describedBy={`${id}-hint`}
      />
    </div>
  );
}

/** The end of the newest answer. It stays at its end while the reader is there. */
function LastWords({ sessionId, messageId }: { sessionId: string; messageId: string | null }) {
  const t = useT('runs');
  const { db, onUnreadableRow } = useServices();
  const live = useLiveAnswer(sessionId, messageId ?? '');
  const stored = useLiveQuery(
    () => (messageId === null ? undefined : getMessage(db, messageId, onUnreadableRow)),
    [db, messageId, onUnreadableRow],
  );
  const words = lastWords(live?.parts ?? stored?.parts ?? []);
  const scroller = useRef<HTMLParagraphElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  });
  if (!words) return null;
  return (
    <p
      ref={scroller}
      className={css['words']}
      data-thinking={words.kind === 'thinking' || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a name for the scrolling region
      role="group"
      aria-label={t(words.kind === 'thinking' ? 'task.thinking' : 'task.words')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight <= END_ZONE;
      }}
    >
      {visibleText(words.text).text}
    </p>
  );
}

/** The calls of its present step that haven't ended. */
function Calls({ sessionId }: { sessionId: string }) {
  const t = useT('runs');
  const run = useAgentRun(sessionId);
  const toolName = useToolName();
  // A nested task has a card of its own.
  const calls = (run?.calls ?? []).filter(({ state, name }) => state !== 'ended' && name !== TASK_TOOL);
  if (calls.length === 0) return null;
  return (
    <ul className={css['calls']} aria-label={t('task.calls')}>
      {calls.map((call) => {
        const { tool, server } = toolName(call.name);
        return (
          <li key={call.key} className={css['call']}>
            <span className={css['name']}>{server === null ? tool : `${server} · ${tool}`}</span>
            <span className={css['state']}>
              <LiveCallLabel call={call} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Its open question. It is asked above the message box until the user wants to answer here. */
function Questions({ sessionId, title }: { sessionId: string; title: string }) {
  const t = useT('runs');
  const [here, setHere] = useState(false);
  const run = useAgentRun(sessionId);
  useEffect(() => {
    if (!here) return undefined;
    answerInPlace(sessionId);
    return () => answerElsewhere(sessionId);
  }, [here, sessionId]);
  const [approval] = run?.approvals ?? [];
  if (!run || !approval) return null;
  if (!here)
    return (
      <div className={css['ask']}>
        <Button small variant="primary" onClick={() => setHere(true)}>
          {t('task.answer')}
          <span className="visually-hidden"> {title}</span>
        </Button>
      </div>
    );
  return (
    <ApprovalCard
      key={approval.key}
      sessionId={sessionId}
      approval={approval}
      more={run.approvals.length - 1}
      task={null}
      inPlace
    />
  );
}

/** The running tasks that this one began. */
function Nested({ sessionId }: { sessionId: string }) {
  const t = useT('runs');
  const ids = useStore(
    useServices().agent.activeRuns.store,
    useShallow(({ runs }) => runs.flatMap(({ sessionId: id, task }) => (task?.above.at(-1) === sessionId ? [id] : []))),
  );
  if (ids.length === 0) return null;
  return (
    <ul className={css['nested']} aria-label={t('task.nested')}>
      {ids.map((id) => (
        <li key={id}>
          <NestedTask id={id} />
        </li>
      ))}
    </ul>
  );
}

function NestedTask({ id }: { id: string }) {
  const session = useSession(id);
  if (!session) return null;
  return (
    <>
      <p className={css['title']}>{session.title}</p>
      <TaskCard task={session} />
    </>
  );
}

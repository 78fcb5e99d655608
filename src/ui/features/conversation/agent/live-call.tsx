import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { use, useLayoutEffect, useRef } from 'react';
import type { CallOutcome } from '#core/call-outcome.ts';
import type { LiveCall } from '#state/agent-runs.ts';
import { formatSeconds } from '#ui/kit/text/usage-text.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import { useClock } from '#ui/kit/time/use-clock.ts';
import { ChatSceneContext, ChatStatusContext } from '#ui/features/conversation/scene/chat-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import text from '#ui/kit/controls/text.module.css';
import { useServices } from '#ui/data/services.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import css from './live-call.module.css';

/** Within this distance (px) from the end of the output, the view follows it. */
const END_ZONE = 24;

/** How a call ended and how long it took, in a word. */
export function CallEndLabel({ outcome: { status, ms, held } }: { outcome: CallOutcome }) {
  const t = useT('agent');
  const chat = useT('chat');
  const word = t(held ? `status.${held.why}` : `status.${status}`);
  return ms === undefined ? word : `${word} · ${chat('time.seconds', { seconds: formatSeconds(ms) })}`;
}

/** What a call of a running run is doing, in a word. */
export function LiveCallLabel({ call }: { call: LiveCall }) {
  const t = useT('agent');
  const duration = useDurationLabel();
  const { state, cancelling, startedAt } = call;
  const now = useClock(state === 'running');
  if (state === 'ended') return <CallEndLabel outcome={call.outcome ?? { status: 'ok' }} />;
  if (cancelling) return t('call.cancelling');
  if (state !== 'running') return t(`call.${state}`);
  const word = t(call.waitsForUser ? 'call.answer' : 'call.running');
  return startedAt === undefined ? word : `${word} · ${duration(Math.max(0, now - startedAt))}`;
}

/** What became of a call without a result whose run isn't running, in a word. */
export function LeftProcessesLabel({ callKey }: { callKey: string }) {
  const t = useT('agent');
  const chat = useT('chat');
  const { flows } = useServices().agent;
  const sessionId = use(ChatSceneContext)?.sessionId ?? '';
  const readOnly = use(ChatStatusContext)?.readOnly ?? false;
  const run = useLiveQuery(() => flows.readRun(sessionId), [flows, sessionId]);
  const call = run?.calls.find(({ key }) => key === callKey);
  if (!call) return chat('tool.none');
  if (call.outcome) return <CallEndLabel outcome={call.outcome} />;
  // The run may go on in the other window.
  const isOpen = readOnly && run?.reason === null;
  if (call.todo === 'run') return t(call.asked ? (isOpen ? 'call.asking' : 'call.left.asking') : 'call.left.waiting');
  if (isOpen && call.todo !== 'keep') return t('call.left.open');
  return call.todo === 'keep' ? t('status.ok') : t(`status.${call.todo}`);
}

/** The progress of a running call, with a button to stop just this call. */
export function CallProgress({ call, onCancel }: { call: LiveCall; onCancel: () => void }) {
  const t = useT('agent');
  const { done, total } = call;
  if (call.state !== 'running') return null;
  return (
    <div className={css['progress']}>
      {total !== undefined && done !== undefined && <progress value={done} max={total} aria-label={call.name} />}
      {call.message !== undefined && <p className={text['quiet']}>{visibleText(call.message).text}</p>}
      {call.cut && <p className={text['quiet']}>{t('call.cut')}</p>}
      {call.output !== '' && <LiveOutput output={call.output} />}
      {!call.cancelling && (
        <Button small onClick={onCancel}>
          {t('call.cancel')}
        </Button>
      )}
    </div>
  );
}

/** Stays at its end while the reader is there. */
function LiveOutput({ output }: { output: string }) {
  const t = useT('agent');
  const scroller = useRef<HTMLPreElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  });
  return (
    <pre
      ref={scroller}
      className={`${text['code']} ${css['output']}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a name for the scrolling region
      role="group"
      aria-label={t('call.output')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight <= END_ZONE;
      }}
    >
      {visibleText(output).text}
    </pre>
  );
}

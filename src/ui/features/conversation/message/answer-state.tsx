import { CirclePause, CircleSlash, RotateCw, Scissors, Square, TextCursorInput } from 'lucide-react';
import type { ReactElement } from 'react';
import { completenessOf } from '#core/compared-answers.ts';
import { answerContentOf } from '#core/answer-content.ts';
import type { StreamingAnswer } from '#state/streaming-answers.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useAgentRun } from '#ui/features/conversation/agent/use-agent.ts';
import { hasRunBar, useUnfinishedRun } from '#ui/features/conversation/agent/use-unfinished-run.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import type { OriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';
import { useClock } from '#ui/kit/time/use-clock.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import css from './answer-state.module.css';

function Bar({
  icon,
  label,
  note,
  children,
}: {
  icon: ReactElement;
  label: string;
  note?: string;
  children?: React.ReactNode;
}) {
  return (
    <div className={css['bar']} data-plain={!children || undefined}>
      {icon}
      <p className={css['text']}>
        {label}
        {note !== undefined && <span className={css['note']}>{note}</span>}
      </p>
      {children && <div className={css['actions']}>{children}</div>}
    </div>
  );
}

interface EndStateProps {
  message: StoredMessage;
  last: boolean;
}

/** How an answer ended, if not normally, and what can be done about it. */
export function EndState({ message, last }: EndStateProps) {
  const { compared } = useChatScene();
  const { status, stop, parts } = message;
  if (status !== 'complete' && status !== 'interrupted') return null;
  const cut = status === 'interrupted' || stop === 'aborted' || stop === 'length' || stop === 'refusal';
  if (!cut && answerContentOf(parts) === 'something') return null;
  // In a comparison the footer of the column says how the answer ended and what can be done. Only an empty answer says
  // it here.
  if (compared && completenessOf(message) !== 'nothing') return null;
  return <UnusualEnd message={message} last={last && !compared} />;
}

function UnusualEnd({ message, last }: EndStateProps) {
  const t = useT('chat');
  const { actions, compared, sessionId } = useChatScene();
  const { running, readOnly, canRetry } = useChatStatus();
  const blocked = running || readOnly;
  const run = useUnfinishedRun(sessionId, `${message.id} ${message.status}`);
  // The bar of the run offers what can be done. It keeps what was written, too.
  const isOfRun = last && !readOnly && (run === undefined || (run !== null && hasRunBar(run)));
  const carryOn = (
    <Button small disabled={blocked} onClick={() => actions.continueAnswer(message.id)}>
      {t('continue')}
    </Button>
  );
  const again = (
    <Button small variant="quiet" data-again disabled={!canRetry} onClick={() => actions.retry(message.id)}>
      {t('retry')}
    </Button>
  );
  if (message.status === 'interrupted') {
    const icon = <CirclePause aria-hidden />;
    const takenOver = message.stop === 'aborted';
    const label = t(takenOver ? 'state.takenOver' : 'state.interrupted');
    return compared ? (
      <Bar icon={icon} label={label} />
    ) : (
      <Bar icon={icon} label={label} {...(!takenOver && { note: t('state.interruptedNote') })}>
        {!isOfRun && (
          <>
            {carryOn}
            <Button small variant="quiet" disabled={blocked} onClick={() => actions.keep(message.id)}>
              {t('keep')}
            </Button>
            {again}
          </>
        )}
      </Bar>
    );
  }
  if (message.stop === 'aborted')
    return (
      <Bar icon={<Square aria-hidden />} label={t('state.stopped')}>
        {last && !isOfRun && (
          <>
            {carryOn}
            {again}
          </>
        )}
      </Bar>
    );
  if (message.stop === 'length')
    return (
      <Bar icon={<Scissors aria-hidden />} label={t('state.length')} {...(last && { note: t('state.lengthNote') })}>
        {last && !isOfRun && carryOn}
      </Bar>
    );
  const askAnother = last && (
    <>
      {again}
      <Button small variant="quiet" disabled={blocked} onClick={actions.pickModel}>
        {t('error.pickModel')}
      </Button>
    </>
  );
  if (message.stop === 'refusal')
    return (
      <Bar
        icon={<CircleSlash aria-hidden />}
        label={t('state.refusal')}
        {...(last && { note: t('state.refusalNote') })}
      >
        {askAnother}
      </Bar>
    );
  return (
    <Bar
      icon={<TextCursorInput aria-hidden />}
      label={t(answerContentOf(message.parts) === 'thoughts' ? 'state.thoughts' : 'state.empty')}
    >
      {askAnother}
    </Bar>
  );
}

/** What is pending before the answer has any content, or while it is being retried. */
export function LiveState({ run, facts }: { run: StreamingAnswer; facts: OriginFacts | null }) {
  const t = useT('chat');
  const durationLabel = useDurationLabel();
  const errorMessage = useErrorMessage();
  const say = useReasonOrQuote();
  const { actions } = useChatScene();
  const now = useClock(true);
  const elapsed = durationLabel(now - run.startedAt);
  const model = facts?.label ?? t('state.theModel');
  const waitsFor = useAgentRun(run.sessionId)?.waitsFor ?? [];
  const list = new Intl.ListFormat(useLanguage(), { type: 'conjunction' });
  if (run.phase === 'unsaved')
    return (
      <Bar
        icon={<RotateCw aria-hidden />}
        label={t('state.unsaved')}
        note={run.problem ? errorMessage(run.problem) : ''}
      />
    );
  if (run.phase === 'retrying' && run.retry) {
    const seconds = Math.max(0, Math.ceil((run.retry.at - now) / 1000));
    return (
      <Bar
        icon={<RotateCw aria-hidden />}
        label={t('state.retrying', { seconds, attempt: run.retry.attempt })}
        note={say(run.retry.reason)}
      >
        <Button small variant="quiet" onClick={actions.stop}>
          {t('stop')}
        </Button>
      </Bar>
    );
  }
  if (run.repaired && run.phase !== 'stopping' && run.parts.length === 0)
    return <Repaired repaired={run.repaired} model={model} />;
  if (run.phase === 'stopping') return <p className={css['waiting']}>{t('state.stopping')}</p>;
  if (run.parts.length > 0) return null;
  if (run.phase === 'queued') return <p className={css['waiting']}>{t('state.queued')}</p>;
  return (
    <p className={css['waiting']}>
      <span className={css['pulse']} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      {waitsFor.length > 0
        ? t('state.waitingForTools', { servers: list.format(waitsFor), time: elapsed })
        : now - run.startedAt < 2000
          ? t('state.asking', { model })
          : t('state.waiting', { model, time: elapsed })}
    </p>
  );
}

const WITHOUT = [
  'strip-state',
  'thinking-off',
  'flatten-calls',
  'omit-media',
  'no-tools',
  'quarantine-tool',
  'omit-block',
  'omit-field',
  'thinking-form',
  'chat-switch',
  'smaller-window',
  'model-window',
  'model-output',
] as const;

/**
 * The vendor refused the request, and a stricter one is in progress. Shows what it omits and the vendor's own words.
 */
function Repaired({ repaired, model }: { repaired: NonNullable<StreamingAnswer['repaired']>; model: string }) {
  const t = useT('chat');
  const language = useLanguage();
  const say = useReasonOrQuote();
  const known = WITHOUT.filter((kind) => repaired.without.includes(kind)).map((kind) => t(`without.${kind}`));
  const what = new Intl.ListFormat(language, { type: 'conjunction' }).format([
    ...new Set(known.length > 0 ? known : [t('without.other')]),
  ]);
  return (
    <Bar icon={<Scissors aria-hidden />} label={t('state.repaired', { model, what })} note={say(repaired.reason)} />
  );
}

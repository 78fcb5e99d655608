import type { MessageOptions } from '#core/message-options.ts';
import type { AgentRun } from '#state/agent-runs.ts';
import type { QueuedMessage } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { MessageOptionList } from '#ui/features/conversation/message-options/message-option-list.tsx';
import { optionsOf } from '#ui/features/conversation/message-options/options-of.ts';
import { formatCost } from '#ui/kit/text/usage-text.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import { useClock } from '#ui/kit/time/use-clock.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import css from './run.module.css';

interface RunLineProps {
  run: AgentRun;
  onUndone: (text: string, asks: MessageOptions) => void;
}

const textOf = ({ parts }: QueuedMessage): string =>
  parts.flatMap((part) => (part.type === 'text' && part.mode === undefined ? [part.text] : [])).join('\n');

/** The progress and cost of a run. The stop button beside it stops the run. */
export function RunLine({ run, onUndone }: RunLineProps) {
  const t = useT('agent');
  const duration = useDurationLabel();
  const now = useClock(true);
  const say = useReasonOrQuote();
  const { tokens, cost, costKnown } = run;
  const price = costKnown ? formatCost(cost) : t('run.costAtLeast', { cost: formatCost(cost) });
  const phase = run.approvals.length > 0 && run.phase === 'calling' ? 'asking' : run.phase;
  return (
    <section className={css['run']} aria-label={t('run.label')}>
      <p className={css['line']}>
        <span className={css['phase']}>
          {t('run.step', { step: run.step })} · {t(`phase.${phase}`)}
        </span>
        <span>{duration(Math.max(0, now - run.startedAt))}</span>
        {tokens.input + tokens.output > 0 && (
          <span>{t('run.tokens', { input: formatTokens(tokens.input), output: formatTokens(tokens.output) })}</span>
        )}
        {(cost > 0 || costKnown) && <span>{price}</span>}
      </p>
      {run.problem !== undefined && (
        <Notice tone="danger" live>
          {say(run.problem)}
        </Notice>
      )}
      {run.missing.map(({ server, label, reason, message }) => (
        <p key={server} className={css['warn']}>
          {t(`missing.${reason}`, { server: label, message: say(message) })}
        </p>
      ))}
      {run.queued.some(({ author }) => author === undefined) && <Queue run={run} onUndone={onUndone} />}
    </section>
  );
}

function Queue({ run, onUndone }: RunLineProps) {
  const t = useT('agent');
  const { flows } = useServices().agent;
  const attempt = useAsyncAction();
  const withdraw = async (id: string) => {
    const message = await flows.unqueue(run.sessionId, id);
    if (message) onUndone(textOf(message), optionsOf(message));
  };
  return (
    <div>
      <p className={css['quiet']}>{t('queue.title')}</p>
      <ul>
        {run.queued.flatMap((message) => {
          if (message.author !== undefined) return [];
          const text = textOf(message).trim() || t('queue.files');
          return (
            <li key={message.id} className={css['queued']}>
              <span>{text}</span>
              <MessageOptionList asks={optionsOf(message)} />
              {message.parts.every((part) => part.type === 'text') && (
                <Button
                  small
                  variant="quiet"
                  aria-label={t('queue.backFor', { text })}
                  onClick={() => void attempt(withdraw(message.id))}
                >
                  {t('queue.back')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

import type { AgentRun } from '#state/agent-runs.ts';
import { formatCost } from '#ui/kit/text/usage-text.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import { useClock } from '#ui/kit/time/use-clock.ts';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import { QueuedMessages } from './queued-messages.tsx';
import css from './run.module.css';

interface RunLineProps {
  run: AgentRun;
}

/** The progress and cost of a run. The stop button beside it stops the run. */
export function RunLine({ run }: RunLineProps) {
  const t = useT('agent');
  const duration = useDurationLabel();
  const now = useClock(true);
  const say = useReasonOrQuote();
  const { tokens, cost, costKnown } = run;
  const price = costKnown ? formatCost(cost) : t('run.costAtLeast', { cost: formatCost(cost) });
  const phase = run.approvals.length > 0 && run.phase === 'calling' ? 'asking' : run.phase;
  const servers = new Intl.ListFormat(useLanguage(), { type: 'conjunction' }).format(run.waitsFor);
  const isWaiting = run.phase === 'preparing' && run.waitsFor.length > 0;
  return (
    <section className={css['run']} aria-label={t('run.label')}>
      <p className={css['line']}>
        <span className={css['phase']}>
          {run.step > 0 && `${t('run.step', { step: run.step })} · `}
          {isWaiting ? t('phase.waitingForTools', { servers }) : t(`phase.${phase}`)}
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
      <QueuedMessages sessionId={run.sessionId} queued={run.queued} title={t('queue.title')} />
    </section>
  );
}

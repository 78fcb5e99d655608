import { useServices } from '#ui/data/services.ts';
import { useState } from 'react';
import type { RunLimits } from '#core/agent/run-agent.ts';
import type { EndReason } from '#core/agent/run-record.ts';
import type { StoredRun } from '#flows/agent/agent-flows.ts';
import { readRunLimits, RUN_LIMITS_KEY } from '#flows/agent/run-limits.ts';
import { formatCost } from '#ui/kit/text/usage-text.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import text from '#ui/kit/controls/text.module.css';
import { focusComposer } from '#ui/shared/navigation/focus-composer.ts';
import { useT, type Translate } from '#ui/kit/i18n/use-t.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { useToolName } from '#ui/shared/servers/use-tool-name.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import css from './run.module.css';

interface RunBarProps {
  sessionId: string;
  run: StoredRun;
  /** Why it stopped, if this window saw it. */
  problem: string | null;
}

/** A run that hasn't finished: what happened, and how to continue. */
export function RunBar({ sessionId, run, problem }: RunBarProps) {
  const t = useT('agent');
  const shownName = useToolName();
  const { settings } = useServices();
  const { flows } = useServices().agent;
  const attempt = useAsyncAction();
  const say = useReasonOrQuote();
  const [again, setAgain] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const tool = (name: string) => shownName(name).tool;
  const ended = run.reason && describeEnd(t, run.reason, tool);
  const raised = run.reason && raisedLimit(run.reason);
  const { status } = run;
  if (status === 'finished' || status === 'closed' || status === 'left') return null;
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    // The bar and its buttons disappear. A new question takes the focus from the message box.
    focusComposer();
    await attempt(work());
    setBusy(false);
  };
  const raise = async (limits: Partial<RunLimits>) => {
    const before = readRunLimits(settings.store.getState().values.get(RUN_LIMITS_KEY));
    await settings.set(RUN_LIMITS_KEY, { ...before, ...limits });
    await flows.resume(sessionId, again);
  };
  return (
    <Notice
      tone={ended === null ? 'warning' : 'info'}
      title={ended ?? t('left.title')}
      live
      actions={
        <>
          {run.can.resume && (
            <Button small busy={busy} onClick={() => void act(() => flows.resume(sessionId, again))}>
              {ended === null ? t('left.resume') : t('end.goOn')}
            </Button>
          )}
          {run.can.resume && raised && (
            <Button small variant="quiet" disabled={busy} onClick={() => void act(() => raise(raised))}>
              {raised.steps === undefined
                ? t('end.raiseCost', { limit: formatCost(raised.cost ?? 0) })
                : t('end.raiseSteps', { count: raised.steps })}
            </Button>
          )}
          {run.can.close && (
            <Button small variant="quiet" disabled={busy} onClick={() => void act(() => flows.close(sessionId))}>
              {t('left.close')}
            </Button>
          )}
        </>
      }
    >
      {run.reason && ended !== null && <p>{hintOf(t, run.reason)}</p>}
      {ended === null && (
        <>
          {problem !== null && <p>{t('left.problem', { problem: say(problem) })}</p>}
          <p>{t(`left.${status}`)}</p>
          {run.calls
            .filter((call) => call.canRunAgain)
            .map(({ key, name }) => (
              <label key={key} className={css['again']}>
                <input
                  type="checkbox"
                  checked={again.includes(key)}
                  onChange={(event) =>
                    setAgain(event.target.checked ? [...again, key] : again.filter((one) => one !== key))
                  }
                />
                {t('left.again', { tool: tool(name) })}
              </label>
            ))}
        </>
      )}
      <p className={text['quiet']}>
        {[t('group.steps', { count: run.steps }), ...(run.cost > 0 ? [formatCost(run.cost)] : [])].join(' · ')}
      </p>
    </Notice>
  );
}

/** `null` where the message itself says it, or where there is nothing to say. */
function describeEnd(t: Translate<'agent'>, reason: EndReason, tool: (name: string) => string): string | null {
  switch (reason.kind) {
    case 'cancelled':
      return t(reason.by === 'window' ? 'end.takenOver' : 'end.cancelled');
    case 'length':
    case 'recovered':
      return t(`end.${reason.kind}`);
    case 'steps':
      return t('end.steps', { limit: reason.limit });
    case 'cost':
      return t('end.cost', { limit: formatCost(reason.limit), spent: formatCost(reason.spent) });
    case 'repeating':
      return t('end.repeating', { tool: tool(reason.tool), times: reason.times });
    default:
      return null;
  }
}

/** What the user can do about it. */
function hintOf(t: Translate<'agent'>, { kind }: EndReason): string | null {
  switch (kind) {
    case 'cancelled':
    case 'length':
    case 'steps':
    case 'cost':
    case 'repeating':
    case 'recovered':
      return t(`end.hint.${kind}`);
    default:
      return null;
  }
}

/** The limit that stopped a run, doubled; `null` when none did. */
function raisedLimit(reason: EndReason): Partial<RunLimits> | null {
  if (reason.kind === 'steps') return { steps: 2 * reason.limit };
  return reason.kind === 'cost' ? { cost: 2 * reason.limit } : null;
}

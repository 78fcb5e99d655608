import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { EndReason } from '#core/agent/run-record.ts';
import type { StoredRun } from '#flows/agent/agent-flows.ts';
import { formatCost } from '#ui/chat/message/usage-text.ts';
import { Button } from '#ui/controls/button.tsx';
import { Notice } from '#ui/controls/notice.tsx';
import { focusComposer } from '#ui/frame/focus-composer.ts';
import { useT, type Translate } from '#ui/i18n/use-t.ts';
import { useAgent } from './use-agent.ts';
import { useAttempt } from './use-attempt.ts';
import css from './run.module.css';

/** The newest run as it is stored, when it is not at its end: what became of it, and how to go on. */
export function UnfinishedRun({ sessionId, version }: { sessionId: string; version: string }) {
  const { flows } = useAgent();
  const run = useLiveQuery(() => flows.readRun(sessionId), [flows, sessionId, version]);
  if (!run || (!run.can.resume && !run.can.close)) return null;
  return <RunBar key={run.id} sessionId={sessionId} run={run} />;
}

function RunBar({ sessionId, run }: { sessionId: string; run: StoredRun }) {
  const t = useT('agent');
  const { flows } = useAgent();
  const attempt = useAttempt();
  const [again, setAgain] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const ended = run.reason && endWords(t, run.reason);
  // A failed or refused answer has a card of its own that says what to do.
  if (run.reason && ended === null) return null;
  const { status } = run;
  if (status === 'finished' || status === 'closed' || status === 'left') return null;
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    // The bar goes with its buttons; a question that comes instead takes the focus from there.
    focusComposer();
    await attempt(work());
    setBusy(false);
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
          {run.can.close && (
            <Button small variant="quiet" disabled={busy} onClick={() => void act(() => flows.close(sessionId))}>
              {t('left.close')}
            </Button>
          )}
        </>
      }
    >
      {ended === null && (
        <>
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
                {t('left.again', { tool: name })}
              </label>
            ))}
        </>
      )}
    </Notice>
  );
}

/** null where the message itself says it, or where nothing is to be said. */
function endWords(t: Translate<'agent'>, reason: EndReason): string | null {
  switch (reason.kind) {
    case 'cancelled':
    case 'length':
      return t(`end.${reason.kind}`);
    case 'steps':
      return t('end.steps', { limit: reason.limit });
    case 'cost':
      return t('end.cost', { limit: formatCost(reason.limit), spent: formatCost(reason.spent) });
    case 'repeating':
      return t('end.repeating', { tool: reason.tool, times: reason.times });
    default:
      return null;
  }
}

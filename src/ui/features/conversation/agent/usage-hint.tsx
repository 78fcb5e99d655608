import { useStore } from 'zustand';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useConfiguration } from '#ui/data/use-configuration.ts';
import css from './run.module.css';

/** Suggests giving a task the work when a run reads a lot itself. Only for the user; no model sees it. */
export function UsageHint({ sessionId }: { sessionId: string }) {
  const { usageHints } = useServices().agent;
  const shown = useStore(usageHints.store, (now) => now.shown.has(sessionId));
  return shown ? <Hint sessionId={sessionId} /> : null;
}

function Hint({ sessionId }: { sessionId: string }) {
  const t = useT('agent');
  const { usageHints } = useServices().agent;
  const configuration = useConfiguration(sessionId).state?.configuration;
  if (configuration && !isHookEnabled(configuration, 'agent-usage-reminder')) return null;
  return (
    <section className={css['continuation']} aria-label={t('hint.label')}>
      <p className={css['line']} role="status">
        {t('hint.task')}
      </p>
      <span className={css['continuationDo']}>
        <Button small variant="quiet" onClick={() => usageHints.dismiss(sessionId)}>
          {t('hint.dismiss')}
        </Button>
      </span>
    </section>
  );
}

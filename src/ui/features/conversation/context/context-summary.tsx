import { SummaryStep } from '#ui/features/conversation/switch/summary-step.tsx';
import panel from '#ui/features/conversation/switch/switch-panel.module.css';
import { focusComposerSoon } from '#ui/shared/navigation/focus-composer.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';

interface ContextSummaryProps {
  sessionId: string;
  from: string;
  to: string;
  onLeave: () => void;
}

/** The compaction's summary, shown above the message box while it is written. */
export function ContextSummary({ sessionId, from, to, onLeave }: ContextSummaryProps) {
  const t = useT('context');
  return (
    <section className={panel['panel']} aria-label={t('summary.label')}>
      <SummaryStep
        sessionId={sessionId}
        from={from}
        to={to}
        onLeave={() => {
          onLeave();
          focusComposerSoon();
        }}
      />
    </section>
  );
}

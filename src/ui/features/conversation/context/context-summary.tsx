import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { useConversation, useShowPanels } from '#ui/features/conversation/scene/conversation-context.ts';
import { lastAnswererOf } from '#ui/features/conversation/switch/last-answerer.ts';
import { SummaryStep } from '#ui/features/conversation/switch/summary-step.tsx';
import panel from '#ui/features/conversation/switch/switch-panel.module.css';
import { focusComposerSoon } from '#ui/shared/navigation/focus-composer.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';

/** The compaction's summary, shown above the message box while it is written. */
export function ContextSummary() {
  const t = useT('context');
  const { describe } = useChatScene();
  const { messages, model } = useConversation();
  const show = useShowPanels();
  const holder = lastAnswererOf(messages);
  return (
    <section className={panel['panel']} aria-label={t('summary.label')}>
      <SummaryStep
        from={holder ? describe(holder).label : model.name}
        to={model.name}
        onLeave={() => {
          show({ summary: false });
          focusComposerSoon();
        }}
      />
    </section>
  );
}

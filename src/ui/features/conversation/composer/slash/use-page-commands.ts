import { isSummary } from '#core/is-summary.ts';
import { usePlanMode } from '#ui/features/conversation/agent/use-plan-mode.ts';
import { useConversation, useShowPanels } from '#ui/features/conversation/scene/conversation-context.ts';
import type { PageCommand } from './commands.ts';

/** The page commands that are available now, and what runs them. */
export function usePageCommands(): { pages: readonly PageCommand[]; onPage: (page: PageCommand) => void } {
  const { session, messages, activity } = useConversation();
  const show = useShowPanels();
  const setMode = usePlanMode(session.id);
  const last = messages.at(-1);
  const pages: PageCommand[] = [
    ...(!activity.running && last !== undefined && !isSummary(last) ? (['compact'] as const) : []),
    ...(session.tools?.on && session.tools.mode !== 'plan' ? (['plan'] as const) : []),
    'model',
    'instructions',
  ];
  const onPage = (page: PageCommand) => {
    if (page === 'compact') show({ summary: true });
    else if (page === 'plan') setMode();
    else if (page === 'model') show({ picker: true });
    else show({ instructions: true });
  };
  return { pages, onPage };
}

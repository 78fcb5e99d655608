import { useCallback } from 'react';
import type { SessionSettings } from '#storage/rows.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { FindInConversation } from '#ui/features/conversation/find/find-in-conversation.tsx';
import { useConversation, useShowPanels } from '#ui/features/conversation/scene/conversation-context.ts';
import type { ConversationAnchor } from '#ui/features/conversation/scene/use-finding.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { ChatHeader } from './chat-header.tsx';
import { ConversationBody } from './conversation-body.tsx';
import { ConversationFoot } from './conversation-foot.tsx';
import { ConversationProvider } from './conversation-provider.tsx';
import { ConversationRegion } from './conversation-region.tsx';
import { HistoryProblem } from './lazy-parts.ts';
import { useStopKey } from './use-stop-key.ts';
import css from './chat-view.module.css';

/** A conversation: header, messages, message box. */
export function Conversation({ session, place }: { session: SessionSettings; place: ConversationAnchor | null }) {
  return (
    <ConversationProvider session={session} anchor={place}>
      <ConversationLayout />
    </ConversationProvider>
  );
}

function ConversationLayout() {
  const t = useT('chat');
  const write = useSessionWrites();
  const { session, panels, comparison, actions, listRef } = useConversation();
  const show = useShowPanels();
  const attempt = useAsyncAction();
  const rename = useCallback((title: string) => void attempt(write.renameSession(title)), [attempt, write]);
  const openInstructions = useCallback(() => show({ instructions: true }), [show]);
  const stop = useStopKey();
  const comparedQuestion = comparison.shown?.questionId;
  const here = useCallback(() => comparedQuestion ?? listRef.current?.inView() ?? null, [comparedQuestion, listRef]);
  return (
    <div className={css['split']}>
      <ConversationRegion className={css['chat']} label={t('view.label')} onEscape={stop}>
        <ChatHeader session={session} onRename={rename} onSystem={openInstructions} here={here} onGoTo={actions.goTo} />
        <HistoryProblem />
        <FindInConversation />
        <ConversationBody />
        <ConversationFoot />
      </ConversationRegion>
      {panels.beside}
    </div>
  );
}

import { useEffect, useRef, type ReactNode } from 'react';
import type { SessionSettings } from '#storage/rows.ts';
import { useSessionHistory } from '#ui/data/session-history-context.tsx';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { ChatSceneContext, ChatStatusContext, UserMarksContext } from '#ui/features/conversation/scene/chat-context.ts';
import {
  BusyContext,
  ConversationContext,
  ShowPanelsContext,
} from '#ui/features/conversation/scene/conversation-context.ts';
import type { ComposerHandle, ConversationListHandle } from '#ui/features/conversation/scene/handles.ts';
import { useChatActions } from '#ui/features/conversation/scene/use-chat-actions.ts';
import { useComparison } from '#ui/features/conversation/scene/use-comparison.ts';
import { useConversationModel } from '#ui/features/conversation/scene/use-conversation-model.ts';
import { useExtraTargets } from '#ui/features/conversation/scene/use-extra-targets.ts';
import { useFinding, type ConversationAnchor } from '#ui/features/conversation/scene/use-finding.ts';
import { usePanels } from '#ui/features/conversation/scene/use-panels.ts';
import { useForkAt } from '#ui/features/conversation/switch/use-fork-at.ts';
import { RequestFactsProvider } from './request-facts-provider.tsx';
import { useActivity } from './use-activity.ts';
import { useScene } from './use-scene.ts';
import { useUsedModel } from './use-used-model.ts';
import { useWork } from './use-work.ts';

interface ConversationProviderProps {
  session: SessionSettings;
  anchor: ConversationAnchor | null;
  children: ReactNode;
}

/** Provides the state of a conversation. Nothing here rerenders while an answer grows. */
export function ConversationProvider({ session, anchor, children }: ConversationProviderProps) {
  const { messages } = useSessionHistory();
  const model = useConversationModel(session);
  const activity = useActivity(session.id);
  const { busy, isBusy, onWork } = useWork();
  const [panels, show] = usePanels(session.id);
  const finding = useFinding(anchor, panels.editing);
  const comparison = useComparison(session.id, messages);
  const listRef = useRef<ConversationListHandle>(null);
  const composerRef = useRef<ComposerHandle>(null);
  const actions = useChatActions({
    show,
    find: finding.find,
    showComparison: comparison.show,
    listRef,
    composerRef,
    onWork,
    onAsk: useUsedModel(model.target),
    onFork: useForkAt(session),
  });
  const others = useExtraTargets(session, actions);
  const { editing } = panels;
  const { scene, status, userMarks, announced } = useScene({ sessionId: session.id, actions, activity, editing });

  useGoToRequests(anchor, actions.goTo);

  const state = { session, messages, model, activity, panels, finding, comparison, others, actions, isBusy };
  return (
    <ShowPanelsContext value={show}>
      <ConversationContext value={{ ...state, announced, listRef, composerRef }}>
        <BusyContext value={busy}>
          <ChatSceneContext value={scene}>
            <ChatStatusContext value={status}>
              <UserMarksContext value={userMarks}>
                <RequestFactsProvider session={session}>{children}</RequestFactsProvider>
              </UserMarksContext>
            </ChatStatusContext>
          </ChatSceneContext>
        </BusyContext>
      </ConversationContext>
    </ShowPanelsContext>
  );
}

/** Goes to the messages that the address and the inspector point to. */
function useGoToRequests(anchor: ConversationAnchor | null, goTo: (messageId: string) => void): void {
  useEffect(() => {
    if (anchor) goTo(anchor.message);
  }, [anchor, goTo]);
  const { onShow } = useReports();
  useEffect(() => onShow(goTo), [onShow, goTo]);
}

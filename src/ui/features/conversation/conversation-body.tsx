import { useCallback } from 'react';
import { useSessionHistory } from '#ui/data/session-history-context.tsx';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { useIsTemporary } from '#ui/data/temporary-chats.ts';
import { EmptySession } from './empty-session.tsx';
import { Comparison, ConversationList, TemporaryEmpty } from './lazy-parts.ts';
import { useFreshOrigin } from './use-fresh-origin.ts';

/** The messages: one after another, or the answers to one question side by side. */
export function ConversationBody() {
  const { session, messages, model, finding, comparison, listRef, composerRef } = useConversation();
  const { isLoading, error } = useSessionHistory();
  const isTemporary = useIsTemporary();
  const { target, connection } = model;
  const fresh = useFreshOrigin(messages, target, connection);
  const leaveList = useCallback(() => composerRef.current?.focus(), [composerRef]);
  const { shown, undecided, show } = comparison;
  if (shown) {
    const { questionId } = shown;
    const isUndecided = questionId === undecided;
    return (
      <Comparison
        key={questionId}
        questionId={questionId}
        answers={shown.answers}
        undecided={isUndecided}
        messages={messages}
        onClose={() => {
          show(null);
          // The list is drawn anew, from its end.
          if (isUndecided) composerRef.current?.focus();
          else finding.find({ goal: { message: questionId } });
        }}
      />
    );
  }
  const isEmpty = messages.length === 0 && !isLoading && !error;
  if (isEmpty && isTemporary) return <TemporaryEmpty />;
  if (isEmpty)
    return (
      <EmptySession
        session={session}
        practice={connection?.practice ?? false}
        onPick={(text) => composerRef.current?.insert(text)}
      />
    );
  return <ConversationList ref={listRef} fresh={fresh} goal={finding.goal} terms={finding.terms} onLeave={leaveList} />;
}

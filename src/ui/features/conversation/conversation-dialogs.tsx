import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { InsertFromServer } from '#ui/features/conversation/agent/insert/insert-from-server.tsx';
import { useConversation, useShowPanels } from '#ui/features/conversation/scene/conversation-context.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { ModelChoice, SystemDialog } from './lazy-parts.ts';

/** The dialogs of a conversation. */
export function ConversationDialogs() {
  const write = useSessionWrites();
  const attempt = useAsyncAction();
  const { session, messages, panels, composerRef } = useConversation();
  const show = useShowPanels();
  return (
    <>
      {panels.insert && (
        <InsertFromServer
          sessionId={session.id}
          onAttach={(contents, server) => composerRef.current?.addContents(contents, server)}
          onInsert={(text) => composerRef.current?.insert(text)}
          onClose={() => show({ insert: false })}
        />
      )}
      {panels.choice && <ModelChoice choice={panels.choice} />}
      {panels.instructions && (
        <SystemDialog
          open
          system={session.system}
          begun={messages.length > 0}
          onClose={() => show({ instructions: false })}
          onSave={(system) => attempt(write.setSystem(system))}
        />
      )}
    </>
  );
}

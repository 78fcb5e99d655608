import { useEffect, useState } from 'react';
import { OutputDialog } from '#ui/features/conversation/agent/output/output-dialog.tsx';
import { useSessionSettings } from '#ui/data/use-session.ts';
import { FoldsProvider, type Folds } from '#ui/shared/markdown/fold-context.ts';
import { SessionHistoryProvider } from '#ui/data/session-history-context.tsx';
import { Conversation } from './conversation.tsx';
import { preloadList } from './lazy-parts.ts';
import type { ConversationAnchor } from '#ui/features/conversation/scene/use-finding.ts';

/** One conversation: its messages and the message box. */
export function ChatView({ sessionId, place }: { sessionId: string; place: ConversationAnchor | null }) {
  const session = useSessionSettings(sessionId);
  const [folds] = useState<Folds>(() => new Map());
  useEffect(preloadList, []);
  if (!session) return null;
  return (
    <SessionHistoryProvider key={sessionId} sessionId={sessionId}>
      <FoldsProvider value={folds}>
        <OutputDialog>
          <Conversation session={session} place={place} />
        </OutputDialog>
      </FoldsProvider>
    </SessionHistoryProvider>
  );
}

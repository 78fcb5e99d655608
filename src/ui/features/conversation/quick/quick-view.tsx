import { useEffect, useState } from 'react';
import { SessionHistoryProvider } from '#ui/data/session-history-context.tsx';
import { useSession } from '#ui/data/use-session.ts';
import { OutputDialog } from '#ui/features/conversation/agent/output/output-dialog.tsx';
import { ConversationProvider } from '#ui/features/conversation/conversation-provider.tsx';
import { preloadList } from '#ui/features/conversation/lazy-parts.ts';
import { EditTextsContext } from '#ui/features/conversation/message/edit-texts.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FoldsProvider, type Folds } from '#ui/shared/markdown/fold-context.ts';
import { useRoute } from '#ui/shared/navigation/use-route.ts';
import { QuickConversation } from './quick-conversation.tsx';
import { useQuickSession, type QuickSession } from './use-quick-session.ts';

/**
 * The quick window: a message box and the answer. `canHide` where the shell hides it when its address says `away`. While
 * it is away it shows no conversation, so that another window can write there.
 */
export function QuickView({ canHide }: { canHide: boolean }) {
  const t = useT('quick');
  const route = useRoute();
  const away = route.name !== 'quick' || route.away === true;
  const quick = useQuickSession(away);
  useEffect(preloadList, []);
  useEffect(() => {
    document.title = `${t('title')} · Baton`;
  }, [t]);
  return away || quick.id === null ? null : <Shown key={quick.id} id={quick.id} quick={quick} canHide={canHide} />;
}

function Shown({ id, quick, canHide }: { id: string; quick: QuickSession; canHide: boolean }) {
  const session = useSession(id);
  const [folds] = useState<Folds>(() => new Map());
  const [editTexts] = useState(() => new Map<string, string>());
  if (!session) return null;
  return (
    <SessionHistoryProvider sessionId={id}>
      <FoldsProvider value={folds}>
        <EditTextsContext value={editTexts}>
          <OutputDialog>
            <ConversationProvider session={session} anchor={null}>
              <QuickConversation quick={quick} canHide={canHide} />
            </ConversationProvider>
          </OutputDialog>
        </EditTextsContext>
      </FoldsProvider>
    </SessionHistoryProvider>
  );
}

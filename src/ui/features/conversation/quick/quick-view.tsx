import { useEffect, useState } from 'react';
import { SessionHistoryProvider } from '#ui/data/session-history-context.tsx';
import { useSessionSettings } from '#ui/data/use-session.ts';
import { OutputDialog } from '#ui/features/conversation/agent/output/output-dialog.tsx';
import { ConversationProvider } from '#ui/features/conversation/conversation-provider.tsx';
import { preloadList } from '#ui/features/conversation/lazy-parts.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FoldsProvider, type Folds } from '#ui/shared/markdown/fold-context.ts';
import { navigate, useRoute } from '#ui/shared/navigation/use-route.ts';
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
  if (away) return null;
  return quick.id === null ? (
    <Waiting canHide={canHide} />
  ) : (
    <Shown key={quick.id} id={quick.id} quick={quick} canHide={canHide} />
  );
}

/** There is no conversation yet, or none could be opened. Escape works as it does with one. */
function Waiting({ canHide }: { canHide: boolean }) {
  useEffect(() => {
    if (!canHide) return undefined;
    const life = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      navigate({ name: 'quick', away: true });
    };
    addEventListener('keydown', onKey, { signal: life.signal });
    return () => life.abort();
  }, [canHide]);
  return null;
}

function Shown({ id, quick, canHide }: { id: string; quick: QuickSession; canHide: boolean }) {
  const session = useSessionSettings(id);
  const [folds] = useState<Folds>(() => new Map());
  if (!session) return <Waiting canHide={canHide} />;
  return (
    <SessionHistoryProvider sessionId={id}>
      <FoldsProvider value={folds}>
        <OutputDialog>
          <ConversationProvider session={session} anchor={null}>
            <QuickConversation quick={quick} canHide={canHide} />
          </ConversationProvider>
        </OutputDialog>
      </FoldsProvider>
    </SessionHistoryProvider>
  );
}

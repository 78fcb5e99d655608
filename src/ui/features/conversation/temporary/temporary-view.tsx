import { useEffect } from 'react';
import { useConnections } from '#ui/data/use-connections.ts';
import { ServicesContext, useServices } from '#ui/data/services.ts';
import { IsTemporaryContext, useTemporaryChat } from '#ui/data/temporary-chats.ts';
import { ChatView } from '#ui/features/conversation/chat-view.tsx';
import { InspectorProvider } from '#ui/features/conversation/inspector/inspector-provider.tsx';
import { focusComposerIfLost } from '#ui/shared/navigation/focus-composer.ts';
import { useFirstTarget } from '#ui/shared/models/use-first-target.ts';
import { TemporaryBar } from './temporary-bar.tsx';
import css from './temporary.module.css';

/** The temporary chat of this window. Begins one if there is none. */
export function TemporaryView() {
  const { temporary, problems } = useServices();
  const chat = useTemporaryChat();
  const target = useFirstTarget();
  const { connections, error } = useConnections();
  // Without the host's answer the models are unknown.
  const ready = connections !== undefined || error !== null;
  useEffect(() => {
    if (ready && !chat) temporary.begin(target).catch(problems.add);
  }, [ready, chat, target, temporary, problems]);
  useEffect(() => {
    if (chat) focusComposerIfLost(chat.sessionId);
  }, [chat]);
  if (!chat) return null;
  return (
    <div className={css['view']}>
      <TemporaryBar />
      <div className={css['chat']}>
        <ServicesContext value={chat.services}>
          <IsTemporaryContext value>
            <InspectorProvider>
              <ChatView key={chat.sessionId} sessionId={chat.sessionId} place={null} />
            </InspectorProvider>
          </IsTemporaryContext>
        </ServicesContext>
      </div>
    </div>
  );
}

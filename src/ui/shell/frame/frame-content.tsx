import { useMemo } from 'react';
import { useServices } from '#ui/data/services.ts';
import { ChatView } from '#ui/features/conversation/chat-view.tsx';
import { useLazyModule } from '#ui/kit/lazy-module.ts';
import { withdrawToasts } from '#ui/kit/toasts/toast-manager.ts';
import { useFrame, useFrameSessions } from '#ui/shell/scene/frame-context.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { Home } from './home.tsx';
import { NotFound, searchPage, settingsPage, TemporaryView } from './lazy-parts.ts';

/** The page in the address. */
export function FrameContent({ isNew }: { isNew: boolean | null }) {
  const { route, shown, commands } = useFrame();
  const { current: session } = useFrameSessions();
  const { flows } = useServices();
  const attempt = useAsyncAction();
  const settings = useLazyModule(settingsPage, route.name === 'settings');
  const searching = useLazyModule(searchPage, route.name === 'search');
  const place = useMemo(
    () =>
      route.name === 'session' && route.message !== undefined
        ? { message: route.message, find: route.find ?? '' }
        : null,
    [route],
  );
  if (route.name === 'settings')
    return (
      settings && <settings.SettingsPage page={route.page} focus={route.focus ?? null} onBack={shown.leaveSettings} />
    );
  if (route.name === 'search') return searching && <searching.SearchPage text={route.text} />;
  if (route.name === 'temporary') return <TemporaryView />;
  if (route.name === 'home') return <Home isNew={isNew} add={route.add} fresh={route.fresh} />;
  if (session === null || (session && session.deletedAt > 0))
    return (
      <NotFound
        session={session}
        onRestore={({ id }) => void attempt(flows.restoreSession(id).then(() => withdrawToasts(new Set([id]))))}
        onNewChat={() => commands.newChat()}
      />
    );
  return session ? <ChatView key={session.id} sessionId={session.id} place={place} /> : null;
}

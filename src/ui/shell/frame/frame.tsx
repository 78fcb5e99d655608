import { useState } from 'react';
import { FrameProvider } from '#ui/shell/scene/frame-provider.tsx';
import { useTemporaryChat } from '#ui/data/temporary-chats.ts';
import { Banners, TemporaryGuard } from './lazy-parts.ts';
import { FramePalette } from '#ui/shell/palette/frame-palette.tsx';
import { useFrame, useFrameSessions } from '#ui/shell/scene/frame-context.ts';
import { DrawerOpener } from './drawer-opener.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FrameContent } from './frame-content.tsx';
import { FrameDialogs } from './frame-dialogs.tsx';
import { HostBanner } from './host-banner.tsx';
import { Home, useIsFirstUse } from './home.tsx';
import { SidebarPane } from './sidebar-pane.tsx';
import { StaleBanner } from './stale-banner.tsx';
import { useFreshToken } from './use-fresh-token.ts';
import css from './frame.module.css';

/** The window: the welcome page of a new user, otherwise sidebar, banners, and the page in the address. */
export function Frame() {
  useFreshToken();
  return (
    <FrameProvider>
      <FrameScreen />
    </FrameProvider>
  );
}

function FrameScreen() {
  const { route } = useFrame();
  const temporary = useTemporaryChat();
  const isNew = useIsFirstUse(useFrameSessions().all);
  // The welcome page stays until a conversation is opened, even if a key is stored meanwhile.
  const [welcoming, setWelcoming] = useState(false);
  const welcome = route.name === 'home' && (welcoming || isNew === true);
  if (welcome !== welcoming) setWelcoming(welcome);

  // Until it is known whether the user is new, shows neither a welcome page nor an empty list, to avoid replacing it at
  // once.
  if (route.name === 'home' && isNew === null) return null;
  return (
    <>
      {route.name === 'home' && welcome ? (
        <>
          <StaleBanner />
          <Home isNew add={route.add} />
        </>
      ) : (
        <FrameLayout isNew={isNew} />
      )}
      <FramePalette />
      {temporary && <TemporaryGuard route={route} />}
    </>
  );
}

function FrameLayout({ isNew }: { isNew: boolean | null }) {
  const { route, pane } = useFrame();
  return (
    <div className={css['frame']} data-narrow={pane.narrow || undefined}>
      <SidebarPane />
      <main className={css['main']}>
        <StaleBanner />
        <HostBanner />
        <Banners />
        <div className={css['content']}>
          {pane.narrow && <DrawerOpener />}
          <ErrorBoundary resetKey={JSON.stringify(route)}>
            <FrameContent isNew={isNew} />
          </ErrorBoundary>
        </div>
      </main>
      {!(pane.narrow && pane.drawerOpen) && <FrameDialogs />}
    </div>
  );
}

import { useMemo, useState } from 'react';
import { useFolders } from '#ui/data/use-folders.ts';
import { useSessions } from '#ui/data/use-sessions.ts';
import { useLazyModule } from '#ui/kit/lazy-module.ts';
import { useRoute } from '#ui/shared/navigation/use-route.ts';
import { sortSessions } from '#ui/shared/sessions/group-sessions.ts';
import { NONE_SELECTED } from '#ui/shell/sidebar/selection.ts';
import { Sidebar } from '#ui/shell/sidebar/sidebar.tsx';
import { useOrganizing } from '#ui/shell/sidebar/use-organizing.ts';
import { useUnfoldOpened } from '#ui/shell/sidebar/use-unfold-opened.ts';
import { Banners } from './banners.tsx';
import { DrawerOpener } from './drawer-opener.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FrameContent } from './frame-content.tsx';
import { FramePalette } from './frame-palette.tsx';
import { Home, useIsFirstUse } from './home.tsx';
import { organizeDialogs } from './lazy-parts.ts';
import { Resizer } from './resizer.tsx';
import { SidebarPane } from './sidebar-pane.tsx';
import { useFrameActions } from './use-frame-actions.ts';
import { useFrameActivity } from './use-frame-activity.ts';
import { useFrameCommands } from './use-frame-commands.ts';
import { useFreshToken } from './use-fresh-token.ts';
import { useListActions } from './use-list-actions.ts';
import { usePalettePane } from './use-palette-pane.ts';
import { useShownSession } from './use-shown-session.ts';
import { useSidebarPane } from './use-sidebar-pane.ts';
import { useTitle } from './use-title.ts';
import css from './frame.module.css';

/** The window: sidebar, banners, and the page in the address. */
export function Frame() {
  const route = useRoute();
  useFreshToken();
  const sessions = useSessions('');
  const folders = useFolders();
  const shown = useShownSession(route);
  const { currentId, listedId } = shown;
  const session = shown.session ?? null;
  const activity = useFrameActivity(listedId);
  useTitle(route, shown, activity);
  useUnfoldOpened(currentId, listedId, sessions, folders);
  const isNew = useIsFirstUse(sessions);
  const pane = useSidebarPane();
  const palette = usePalettePane();
  const organizing = useOrganizing();
  const actions = useFrameActions(currentId, sessions);
  const listActions = useListActions({ folders, organizing, actions, pane });
  const ordered = useMemo(
    () => sortSessions((sessions ?? []).filter(({ archivedAt }) => archivedAt === undefined)),
    [sessions],
  );
  const commands = useFrameCommands({ route, shown, sessions: ordered, pane, palette, actions });
  const dialogModule = useLazyModule(organizeDialogs, organizing.dialog !== null);

  const address = JSON.stringify(route);
  const [shownAddress, setShownAddress] = useState(address);
  if (shownAddress !== address) {
    setShownAddress(address);
    pane.openDrawer(false);
    organizing.select(NONE_SELECTED);
  }
  // The welcome page stays until a conversation is opened, even if a key is stored meanwhile.
  const [welcoming, setWelcoming] = useState(false);
  const welcome = route.name === 'home' && (welcoming || isNew === true);
  if (welcome !== welcoming) setWelcoming(welcome);

  // Until it is known whether the user is new, shows neither a welcome page nor an empty list, to avoid replacing it at
  // once.
  if (route.name === 'home' && isNew === null) return null;
  const paletteDialog = (
    <FramePalette
      palette={palette}
      session={session}
      running={session !== null && activity.running.has(session.id)}
      sessions={ordered}
      actions={actions}
      commands={commands}
      organizing={organizing}
      pane={pane}
    />
  );
  if (route.name === 'home' && welcome) {
    return (
      <>
        <Home actions={actions} isNew add={route.add} />
        {paletteDialog}
      </>
    );
  }
  const dialogs = dialogModule && (
    <dialogModule.OrganizeDialogs
      dialog={organizing.dialog}
      onClose={() => organizing.openDialog(null)}
      sessions={sessions ?? []}
      folders={folders}
      actions={organizing.actions}
    />
  );
  return (
    <div className={css['frame']} data-narrow={pane.narrow || undefined}>
      <SidebarPane pane={pane} onNewChat={() => commands.newChat()} dialogs={dialogs}>
        <Sidebar
          sessions={sessions}
          folders={folders}
          organizing={organizing}
          currentId={listedId}
          activity={activity}
          actions={listActions}
          commands={commands}
          searchRef={pane.searchRef}
          edge={!pane.narrow && <Resizer width={pane.width} onResize={pane.resize} onDone={pane.keepWidth} />}
        />
      </SidebarPane>
      <main className={css['main']}>
        <Banners />
        <div className={css['content']}>
          {pane.narrow && <DrawerOpener activity={activity} onOpen={() => pane.openDrawer(true)} />}
          <ErrorBoundary resetKey={address}>
            <FrameContent
              route={route}
              shown={shown}
              isNew={isNew}
              actions={actions}
              onNewChat={() => commands.newChat()}
            />
          </ErrorBoundary>
        </div>
      </main>
      {!(pane.narrow && pane.drawerOpen) && dialogs}
      {paletteDialog}
    </div>
  );
}

import { Dialog } from '@base-ui/react/dialog';
import { PanelLeft } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useServices } from '#ui/data/services.ts';
import { ChatView } from '#ui/features/conversation/chat-view.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import modal from '#ui/kit/controls/modal.module.css';
import { useFolders } from '#ui/data/use-folders.ts';
import { useRunningSessions } from '#ui/data/use-running-sessions.ts';
import { useSession } from '#ui/data/use-session.ts';
import { useSessions } from '#ui/data/use-sessions.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FRAME_SHORTCUTS, type FrameShortcutId } from '#ui/kit/keyboard/frame-shortcuts.ts';
import { useFrameKeys } from '#ui/kit/keyboard/use-frame-keys.ts';
import { useLazyModule } from '#ui/kit/lazy-module.ts';
import { useShortcuts } from '#ui/kit/keyboard/use-shortcuts.ts';
import type { OrganizeDialog } from '#ui/shared/organize/organize-dialogs.tsx';
import { useOrganizeActions, type OrganizeActions } from '#ui/shared/organize/use-organize-actions.ts';
import { countAsking, useBusySessions, useActiveRuns } from '#ui/shared/runs/use-active-runs.ts';
import { useLastSession, useSidebarOpen, useSidebarWidth } from '#ui/data/preferences.ts';
import { createEarlyKeys } from '#ui/shared/palette/early-keys.ts';
import { sortSessions } from '#ui/shared/sessions/group-sessions.ts';
import { folderKey } from '#ui/shell/sidebar/list-items.ts';
import { NONE_SELECTED } from '#ui/shell/sidebar/selection.ts';
import type { SessionListActions } from '#ui/shell/sidebar/session-list.tsx';
import { Sidebar } from '#ui/shell/sidebar/sidebar.tsx';
import { useFinished } from '#ui/shell/sidebar/use-finished.ts';
import { useUnfoldOpened } from '#ui/shell/sidebar/use-unfold-opened.ts';
import { Banners } from './banners.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { focusComposer } from '#ui/shared/navigation/focus-composer.ts';
import { Home, useIsFirstUse } from './home.tsx';
import { NotFound } from './not-found.tsx';
import { Rail } from './rail.tsx';
import { clampWidth, Resizer } from './resizer.tsx';
import { organizeDialogs, palette, searchPage, settingsPage } from './lazy-parts.ts';
import { useFreshToken } from './use-fresh-token.ts';
import { useFrameActions } from './use-frame-actions.ts';
import { useDelayed } from './use-delayed.ts';
import { useIsNarrow } from '#ui/kit/layout/use-is-narrow.ts';
import { usePaletteGroups } from './use-palette-groups.tsx';
import { navigate, useRoute } from '#ui/shared/navigation/use-route.ts';
import { useTitle } from './use-title.ts';
import css from './frame.module.css';

/** The first paint is over after this time. Then the parts that a shortcut may need are loaded. */
const AT_LEISURE_MS = 1500;

/** The window: sidebar, banners, and the page in the address. */
export function Frame() {
  const t = useT('frame');
  const settingsWords = useT('settings');
  const searchWords = useT('search');
  const orderWords = useT('organize');
  const runs = useT('runs');
  const keys = useFrameKeys();
  const route = useRoute();
  useFreshToken();
  const narrow = useIsNarrow();
  const { flows } = useServices();
  const currentId = route.name === 'session' ? route.id : null;
  const session = useSession(currentId);
  const sessions = useSessions('');
  const going = useActiveRuns();
  const asking = countAsking(going);
  const running = useBusySessions(useRunningSessions());
  /** No list contains tasks, so this is the task's conversation. */
  const listedId = session?.task?.above[0] ?? currentId;
  const finished = useFinished(running, listedId);
  const isNew = useIsFirstUse(sessions);
  const actions = useFrameActions(currentId, sessions);
  const folders = useFolders();
  useUnfoldOpened(currentId, listedId, sessions, folders);
  const order = useOrganizeActions();
  const [selected, setSelected] = useState(NONE_SELECTED);
  /** Conversations that move elsewhere are no longer selected. */
  const move: OrganizeActions['move'] = (some, folder) => {
    if (some.some(({ id }) => selected.ids.has(id))) setSelected(NONE_SELECTED);
    order.move(some, folder);
  };
  const [ordering, setOrdering] = useState<OrganizeDialog | null>(null);
  /** The line in the list that is being renamed. */
  const [editing, setEditing] = useState<string | null>(null);
  const [sidebarOpen, setSidebarOpen] = useSidebarOpen();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [keptWidth, setKeptWidth] = useSidebarWidth();
  const [dragWidth, setDragWidth] = useState<number | null>(null);
  const width = dragWidth ?? clampWidth(keptWidth);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [early] = useState(createEarlyKeys);
  const [lastId, setLastId] = useLastSession();
  const search = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLElement>(null);

  useTitle(
    route.name === 'settings'
      ? settingsWords('title')
      : route.name === 'search'
        ? searchWords('title')
        : session
          ? session.title || t('session.untitled')
          : null,
    currentId !== null && running.has(currentId),
    asking,
  );
  useEffect(() => {
    if (session && session.id !== lastId) setLastId(session.id);
  }, [session, lastId, setLastId]);

  const place = useMemo(
    () =>
      route.name === 'session' && route.message !== undefined
        ? { message: route.message, find: route.find ?? '' }
        : null,
    [route],
  );
  const address = JSON.stringify(route);
  const [shownAddress, setShownAddress] = useState(address);
  if (shownAddress !== address) {
    setShownAddress(address);
    setDrawerOpen(false);
    setSelected(NONE_SELECTED);
  }

  const ordered = useMemo(
    () => sortSessions((sessions ?? []).filter(({ archivedAt }) => archivedAt === undefined)),
    [sessions],
  );
  const step = (by: 1 | -1) => {
    const at = ordered.findIndex((one) => one.id === listedId);
    const next = ordered[at < 0 ? 0 : at + by];
    if (next) navigate({ name: 'session', id: next.id });
  };
  const newChat = (folder?: string) => {
    setDrawerOpen(false);
    void actions.newChat(undefined, folder);
  };
  const newFolder = async (parent: string | null) => {
    const made = await order.createFolder(orderWords('newFolder'), parent);
    if (made) setEditing(folderKey(made.id));
  };
  const showSidebar = (show: boolean) => (narrow ? setDrawerOpen(show) : setSidebarOpen(show));
  const searchSessions = () => {
    showSidebar(true);
    // The field may not exist until the sidebar does.
    requestAnimationFrame(() => requestAnimationFrame(() => search.current?.focus()));
  };
  const searchAll = (text: string) => {
    setDrawerOpen(false);
    navigate({ name: 'search', text });
  };
  const openPalette = (open: boolean) => {
    if (open) early.begin(() => openPalette(false));
    else early.abandon();
    setPaletteOpen(open);
  };
  const leaveSettings = () => navigate(lastId === '' ? { name: 'home' } : { name: 'session', id: lastId });

  useShortcuts<FrameShortcutId>(FRAME_SHORTCUTS, (id) => {
    const run: Record<FrameShortcutId, () => void> = {
      palette: () => openPalette(!paletteOpen),
      newChat: () => newChat(),
      search: searchSessions,
      searchAll: () => searchAll(''),
      focusComposer,
      toggleSidebar: () => showSidebar(!(narrow ? drawerOpen : sidebarOpen)),
      previousSession: () => step(-1),
      nextSession: () => step(1),
      stop: () => currentId !== null && flows.stop(currentId),
      settings: () => (route.name === 'settings' ? leaveSettings() : navigate({ name: 'settings', page: 'vendors' })),
      shortcuts: () => navigate({ name: 'settings', page: 'shortcuts' }),
    };
    run[id]();
  });

  const groups = usePaletteGroups({
    session: session ?? null,
    sessions: ordered,
    actions: {
      ...actions,
      newChat: () => newChat(),
      newFolder: () => {
        showSidebar(true);
        void newFolder(null);
      },
      move: (one) => setOrdering({ kind: 'move', sessions: [one.id] }),
      tag: (one) => setOrdering({ kind: 'tag', sessions: [one.id] }),
      archive: (one, archived) => order.archive([one], archived),
      search: searchSessions,
      searchAll: () => searchAll(''),
      toggleSidebar: () => showSidebar(!(narrow ? drawerOpen : sidebarOpen)),
      stop: currentId !== null && running.has(currentId) ? () => flows.stop(currentId) : null,
    },
  });

  const settings = useLazyModule(settingsPage, route.name === 'settings');
  const searching = useLazyModule(searchPage, route.name === 'search');
  const paletteModule = useLazyModule(palette, useDelayed(AT_LEISURE_MS) || paletteOpen);
  const orderModule = useLazyModule(organizeDialogs, ordering !== null);
  const paletteDialog = paletteModule && (
    <paletteModule.Palette open={paletteOpen} onOpenChange={openPalette} groups={groups} early={early} />
  );

  const listActions: SessionListActions = {
    open: (one) => {
      setDrawerOpen(false);
      navigate({ name: 'session', id: one.id });
    },
    rename: (one, title) => void actions.rename(one, title),
    pin: order.pin,
    archive: order.archive,
    move: (some) => setOrdering({ kind: 'move', sessions: some.map(({ id }) => id) }),
    tag: (some) => setOrdering({ kind: 'tag', sessions: some.map(({ id }) => id) }),
    moveInto: (ids, folder) =>
      move(
        ids.map((id) => ({ id })),
        folders.find((line) => line.folder.id === folder)?.folder ?? null,
      ),
    remove: (some, next) => void actions.remove(some, next?.id ?? null),
    stop: (one) => flows.stop(one.id),
  };

  // The welcome page stays until a conversation is opened, even if a key is stored meanwhile.
  const [welcoming, setWelcoming] = useState(false);
  const welcome = route.name === 'home' && (welcoming || isNew === true);
  if (welcome !== welcoming) setWelcoming(welcome);
  // Until it is known whether the user is new, shows neither a welcome page nor an empty list, to avoid replacing it at
  // once.
  if (route.name === 'home' && isNew === null) return null;
  if (welcome) {
    return (
      <>
        <Home actions={actions} isNew add={route.add} />
        {paletteDialog}
      </>
    );
  }

  const dialogs = orderModule && (
    <orderModule.OrganizeDialogs
      dialog={ordering}
      onClose={() => setOrdering(null)}
      sessions={sessions ?? []}
      folders={folders}
      actions={{ ...order, move }}
    />
  );
  const inDrawer = narrow && drawerOpen;
  const sidebar = (edge: ReactNode) => (
    <Sidebar
      sessions={sessions}
      folders={folders}
      order={order}
      onNewFolder={(parent) => void newFolder(parent)}
      editing={editing}
      onEdit={setEditing}
      onOrder={setOrdering}
      currentId={listedId}
      settingsOpen={route.name === 'settings'}
      running={running}
      finished={finished}
      actions={listActions}
      selected={selected}
      onSelect={setSelected}
      searchRef={search}
      onNewChat={newChat}
      onSearchAll={searchAll}
      onPalette={() => openPalette(true)}
      onHide={() => showSidebar(false)}
      edge={edge}
    />
  );

  return (
    <div className={css['frame']} data-narrow={narrow || undefined}>
      {!narrow &&
        (sidebarOpen ? (
          <div className={css['side']} style={{ width }}>
            {sidebar(
              <Resizer
                width={width}
                onResize={setDragWidth}
                onDone={(next) => {
                  setDragWidth(null);
                  setKeptWidth(next);
                }}
              />,
            )}
          </div>
        ) : (
          <Rail onShow={() => showSidebar(true)} onNewChat={() => newChat()} onSearch={searchSessions} />
        ))}
      {narrow && (
        <Dialog.Root open={drawerOpen} onOpenChange={setDrawerOpen}>
          <Dialog.Portal>
            <Dialog.Backdrop className={modal['backdrop']} />
            <Dialog.Popup className={css['drawer']} aria-label={t('sidebar.label')}>
              {sidebar(null)}
              {inDrawer && dialogs}
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      )}
      <main ref={main} className={css['main']}>
        <Banners />
        <div className={css['content']}>
          {narrow && (
            <div className={css['opener']}>
              <IconButton
                label={
                  asking > 0 ? `${t('sidebar.open')}, ${runs('list.asking', { count: asking })}` : t('sidebar.open')
                }
                keys={keys.toggleSidebar}
                icon={<PanelLeft />}
                aria-haspopup="dialog"
                onClick={() => setDrawerOpen(true)}
              />
              {going.length > 0 && <span className={css['badge']} data-asking={asking > 0 || undefined} aria-hidden />}
            </div>
          )}
          <ErrorBoundary resetKey={address}>
            {route.name === 'settings' ? (
              settings && <settings.SettingsPage page={route.page} focus={route.focus ?? null} onBack={leaveSettings} />
            ) : route.name === 'search' ? (
              searching && <searching.SearchPage text={route.text} />
            ) : route.name === 'home' ? (
              <Home actions={actions} isNew={isNew} add={route.name === 'home' ? route.add : undefined} />
            ) : session === null || (session && session.deletedAt > 0) ? (
              <NotFound
                session={session}
                onRestore={(one) => void flows.restoreSession(one.id)}
                onNewChat={() => newChat()}
              />
            ) : session ? (
              <ChatView key={session.id} sessionId={session.id} place={place} />
            ) : null}
          </ErrorBoundary>
        </div>
      </main>
      {!inDrawer && dialogs}
      {paletteDialog}
    </div>
  );
}

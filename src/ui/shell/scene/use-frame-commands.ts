import type { RefObject } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { useExportDialog } from '#ui/data/export-dialog-context.ts';
import { useServices } from '#ui/data/services.ts';
import { FRAME_SHORTCUTS, type FrameShortcutId } from '#ui/kit/keyboard/frame-shortcuts.ts';
import { useShortcuts } from '#ui/kit/keyboard/use-shortcuts.ts';
import { composerOf, focusComposer, handOver, isInComposer } from '#ui/shared/navigation/focus-composer.ts';
import { openSession } from '#ui/shared/navigation/open-session.ts';
import type { Route } from '#ui/shared/navigation/route.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import type { FrameActions } from './use-frame-actions.ts';
import type { PalettePane } from './use-palette-pane.ts';
import type { ShownSession } from './use-shown-session.ts';
import type { SidebarPane } from './use-sidebar-pane.ts';

/** What several parts of the window can do. */
export interface FrameCommands {
  newChat: (folder?: string) => void;
  /** The one of this window, or a new one. */
  temporaryChat: () => void;
  /** Also searches messages for these words. */
  searchAll: (text: string) => void;
  openPalette: () => void;
  hideSidebar: () => void;
}

interface CommandDeps {
  route: Route<string>;
  shown: ShownSession;
  /** In the order of the list. */
  orderedRef: RefObject<readonly SessionRow[]>;
  pane: SidebarPane;
  palette: PalettePane;
  actions: FrameActions;
}

/** What the window can do anywhere. Also listens to the shortcuts for it. */
export function useFrameCommands({ route, shown, orderedRef, pane, palette, actions }: CommandDeps): FrameCommands {
  const { flows, temporary } = useServices();
  const exportThem = useExportDialog();
  const { currentId, listedId, leaveSettings } = shown;
  const step = (by: 1 | -1) => {
    const sessions = orderedRef.current;
    const at = sessions.findIndex((one) => one.id === listedId);
    const next = sessions[at < 0 ? 0 : at + by];
    if (!next) return;
    if (isInComposer()) openSession(next.id);
    else navigate({ name: 'session', id: next.id });
  };
  const commands: FrameCommands = {
    newChat(folder) {
      pane.openDrawer(false);
      void actions.newChat(undefined, folder);
    },
    temporaryChat() {
      pane.openDrawer(false);
      const before = route.name === 'temporary' ? null : composerOf();
      navigate({ name: 'temporary' });
      handOver(() => {
        const field = composerOf();
        return field === before ? null : field;
      });
    },
    searchAll(text) {
      pane.openDrawer(false);
      navigate({ name: 'search', text });
    },
    openPalette: () => palette.show(true),
    hideSidebar: () => pane.show(false),
  };
  const byShortcut: Record<FrameShortcutId, () => void> = {
    palette: () => palette.show(!palette.open),
    newChat: () => commands.newChat(),
    temporary: commands.temporaryChat,
    search: pane.focusSearch,
    searchAll: () => commands.searchAll(''),
    focusComposer,
    toggleSidebar: pane.toggle,
    previousSession: () => step(-1),
    nextSession: () => step(1),
    stop() {
      const { chat } = temporary.store.getState();
      if (currentId !== null) flows.stop(currentId);
      else if (route.name === 'temporary' && chat) chat.services.flows.stop(chat.sessionId);
    },
    export: () => exportThem(currentId === null ? [] : [currentId]),
    print: () => exportThem(currentId === null ? [] : [currentId], 'paper'),
    settings: () => (route.name === 'settings' ? leaveSettings() : navigate({ name: 'settings', page: 'vendors' })),
    shortcuts: () => navigate({ name: 'settings', page: 'shortcuts' }),
  };
  useShortcuts<FrameShortcutId>(FRAME_SHORTCUTS, (id) => byShortcut[id]());
  return commands;
}

import type { SessionRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useLazyModule } from '#ui/kit/lazy-module.ts';
import type { SidebarCommands } from '#ui/shell/sidebar/sidebar.tsx';
import type { Organizing } from '#ui/shell/sidebar/use-organizing.ts';
import { palette as lazyPalette } from './lazy-parts.ts';
import { useDelayed } from './use-delayed.ts';
import type { FrameActions } from './use-frame-actions.ts';
import { usePaletteGroups } from './use-palette-groups.tsx';
import type { PalettePane } from './use-palette-pane.ts';
import type { SidebarPane } from './use-sidebar-pane.ts';

/** The first paint is over after this time. Then the parts that a shortcut may need are loaded. */
const AT_LEISURE_MS = 1500;

interface FramePaletteProps {
  palette: PalettePane;
  session: SessionRow | null;
  /** Whether an answer is being written in it. */
  running: boolean;
  sessions: readonly SessionRow[];
  actions: FrameActions;
  commands: SidebarCommands;
  organizing: Organizing;
  pane: SidebarPane;
}

export function FramePalette(props: FramePaletteProps) {
  const { palette, session, running, sessions, actions, commands, organizing, pane } = props;
  const { flows } = useServices();
  const groups = usePaletteGroups({
    session,
    sessions,
    actions: {
      ...actions,
      newChat: () => commands.newChat(),
      newFolder() {
        pane.show(true);
        organizing.newFolder(null);
      },
      move: (one) => organizing.openDialog({ kind: 'move', sessions: [one.id] }),
      tag: (one) => organizing.openDialog({ kind: 'tag', sessions: [one.id] }),
      archive: (one, archived) => organizing.actions.archive([one], archived),
      search: pane.focusSearch,
      searchAll: () => commands.searchAll(''),
      toggleSidebar: pane.toggle,
      stop: session && running ? () => flows.stop(session.id) : null,
    },
  });
  const loaded = useLazyModule(lazyPalette, useDelayed(AT_LEISURE_MS) || palette.open);
  return (
    loaded && <loaded.Palette open={palette.open} onOpenChange={palette.show} groups={groups} early={palette.early} />
  );
}

import { useMemo, type ReactNode } from 'react';
import { useFolders } from '#ui/data/use-folders.ts';
import { useSessions } from '#ui/data/use-sessions.ts';
import { useRoute } from '#ui/shared/navigation/use-route.ts';
import { sortSessions } from '#ui/shared/sessions/group-sessions.ts';
import { ActivityContext, FrameContext } from './frame-context.ts';
import { NONE_SELECTED } from './selection.ts';
import { useAddressChange } from './use-address-change.ts';
import { useFocusAfterLink } from './use-focus-after-link.ts';
import { useFrameActions } from './use-frame-actions.ts';
import { useFrameActivity } from './use-frame-activity.ts';
import { useFrameCommands } from './use-frame-commands.ts';
import { useOrganizing } from './use-organizing.ts';
import { usePalettePane } from './use-palette-pane.ts';
import { useShownSession } from './use-shown-session.ts';
import { useSidebarPane } from './use-sidebar-pane.ts';
import { useTitle } from './use-title.ts';
import { useUnfoldOpened } from './use-unfold-opened.ts';

/** Provides the state of the window and listens to its shortcuts. */
export function FrameProvider({ children }: { children: ReactNode }) {
  const route = useRoute();
  const sessions = useSessions('');
  const folders = useFolders();
  const shown = useShownSession(route);
  const activity = useFrameActivity(shown.listedId);
  const pane = useSidebarPane();
  const palette = usePalettePane();
  const organizing = useOrganizing();
  const actions = useFrameActions(shown.currentId, sessions);
  const ordered = useMemo(
    () => sortSessions((sessions ?? []).filter(({ archivedAt }) => archivedAt === undefined)),
    [sessions],
  );
  const commands = useFrameCommands({ route, shown, sessions: ordered, pane, palette, actions });
  useTitle(route, shown, activity);
  useUnfoldOpened(shown.currentId, shown.listedId, sessions, folders);
  useFocusAfterLink(route);
  useAddressChange(route, () => {
    pane.openDrawer(false);
    organizing.select(NONE_SELECTED);
  });
  const panes = { pane, palette, organizing };
  return (
    <FrameContext value={{ route, shown, sessions, ordered, folders, ...panes, actions, commands }}>
      <ActivityContext value={activity}>{children}</ActivityContext>
    </FrameContext>
  );
}

import { useMemo, type ReactNode } from 'react';
import { useFolders } from '#ui/data/use-folders.ts';
import { useListedSessions } from '#ui/data/use-sessions.ts';
import { useLatest } from '#ui/kit/use-latest.ts';
import { useRoute } from '#ui/shared/navigation/use-route.ts';
import { sortSessions } from '#ui/shared/sessions/group-sessions.ts';
import { ActivityContext, FrameContext, SessionsContext } from './frame-context.ts';
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
  const all = useListedSessions();
  const folders = useFolders();
  const { shown, current } = useShownSession(route);
  const activity = useFrameActivity(shown.listedId);
  const pane = useSidebarPane();
  const palette = usePalettePane();
  const organizing = useOrganizing();
  const ordered = useMemo(() => sortSessions((all ?? []).filter(({ archivedAt }) => archivedAt === undefined)), [all]);
  const actions = useFrameActions(shown.currentId, useLatest(all));
  const commands = useFrameCommands({ route, shown, orderedRef: useLatest(ordered), pane, palette, actions });
  useTitle(route, current, activity);
  useUnfoldOpened(shown.currentId, shown.listedId, all, folders);
  useFocusAfterLink(route);
  useAddressChange(route, () => {
    pane.openDrawer(false);
    organizing.select(NONE_SELECTED);
  });
  const panes = { pane, palette, organizing };
  return (
    <FrameContext value={{ route, shown, folders, ...panes, actions, commands }}>
      <SessionsContext value={{ all, ordered, current }}>
        <ActivityContext value={activity}>{children}</ActivityContext>
      </SessionsContext>
    </FrameContext>
  );
}

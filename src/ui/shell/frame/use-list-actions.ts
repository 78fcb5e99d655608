import type { OutlinedFolder } from '#core/folder-tree.ts';
import { useServices } from '#ui/data/services.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import type { SessionListActions } from '#ui/shell/sidebar/session-list.tsx';
import type { Organizing } from '#ui/shell/sidebar/use-organizing.ts';
import type { FrameActions } from './use-frame-actions.ts';
import type { SidebarPane } from './use-sidebar-pane.ts';

interface ListActionDeps {
  folders: readonly OutlinedFolder[];
  organizing: Organizing;
  actions: FrameActions;
  pane: SidebarPane;
}

/** What the lines of the sidebar can do. */
export function useListActions({ folders, organizing, actions, pane }: ListActionDeps): SessionListActions {
  const { flows } = useServices();
  const order = organizing.actions;
  return {
    open(one) {
      pane.openDrawer(false);
      navigate({ name: 'session', id: one.id });
    },
    rename: (one, title) => void actions.rename(one, title),
    pin: order.pin,
    archive: order.archive,
    move: (some) => organizing.openDialog({ kind: 'move', sessions: some.map(({ id }) => id) }),
    tag: (some) => organizing.openDialog({ kind: 'tag', sessions: some.map(({ id }) => id) }),
    moveInto: (ids, folder) =>
      order.move(
        ids.map((id) => ({ id })),
        folders.find((line) => line.folder.id === folder)?.folder ?? null,
      ),
    remove: (some, next) => void actions.remove(some, next?.id ?? null),
    stop: (one) => flows.stop(one.id),
  };
}

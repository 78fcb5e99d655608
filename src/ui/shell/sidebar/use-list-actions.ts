import type { SessionRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import type { SelectionActions } from './selection-bar.tsx';

export interface SessionListActions extends Omit<SelectionActions, 'remove'> {
  open(session: SessionRow): void;
  rename(session: SessionRow, title: string): void;
  /** `next` replaces a deleted conversation that was shown. */
  remove(sessions: readonly SessionRow[], next: SessionRow | null): void;
  stop(session: SessionRow): void;
  /** Dropped there with the mouse; `null` removes it from all folders. */
  moveInto(ids: readonly string[], folder: string | null): void;
}

/** What the sidebar can do with conversations. */
export function useListActions(): SessionListActions {
  const { flows } = useServices();
  const { folders, organizing, actions, pane } = useFrame();
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

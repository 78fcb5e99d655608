import { ContextMenu } from '@base-ui/react/context-menu';
import { Menu } from '@base-ui/react/menu';
import { useMemo, useState, type MouseEvent } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useLatest } from '#ui/kit/use-latest.ts';
import { useActivity, useFrame } from '#ui/shell/scene/frame-context.ts';
import { folderKey } from '#ui/shell/scene/line-key.ts';
import type { Selection } from '#ui/shell/scene/selection.ts';
import { mayDrop } from './drop-rules.ts';
import { FolderMenuPopup } from './folder-menu.tsx';
import { listKeys } from './list-keys.ts';
import { isStop, type ListStop } from './list-items.ts';
import { ListLine } from './list-line.tsx';
import { ListSceneContext } from './list-scene.ts';
import { SessionMenuPopup } from './session-menu.tsx';
import type { FrameActivity } from '#ui/shell/scene/use-frame-activity.ts';
import type { LineActivity } from './session-row.tsx';
import { useDrag } from './use-drag.ts';
import type { FolderListActions } from './use-folder-actions.ts';
import { affectedBy, useLineActions } from './use-line-actions.ts';
import { useListActions } from './use-list-actions.ts';
import { useVirtualList } from './use-virtual-list.ts';
import type { SidebarList } from './use-sidebar-list.ts';
import css from './session-list.module.css';

interface SessionListProps {
  list: Pick<SidebarList, 'items' | 'rows' | 'now' | 'toggle'>;
  folderActions: FolderListActions;
  /** The listed part of what is selected. */
  selection: Selection;
  /** A counter. The search box increments it to move the focus to the list. */
  enter: number;
}

/** All conversations. Only the visible ones are in the document, so thousands cost nothing. */
export function SessionList({ list, folderActions, selection, enter }: SessionListProps) {
  const { items, rows, now, toggle } = list;
  const { shown, folders, organizing } = useFrame();
  const activities = useActivity();
  const actions = useListActions();
  const [menu] = useState(() => Menu.createHandle<SessionRow>());
  const [folderMenu] = useState(() => Menu.createHandle<OutlinedFolder>());
  const [context, setContext] = useState<ListStop | null>(null);
  const { scroller, visible, height, tabStop, focus, focusNext, onFocus, page } = useVirtualList({
    items,
    currentId: shown.listedId,
    editing: organizing.editing,
    enter,
  });
  const lines = useLineActions({ rowsRef: useLatest(rows), selection, focusNext });
  const stops = useMemo(() => items.filter(isStop), [items]);
  const removeFolder = (line: OutlinedFolder) => {
    const at = stops.findIndex(({ key }) => key === folderKey(line.folder.id));
    const beside = stops[at + 1] ?? stops[at - 1];
    if (beside) focusNext(beside.key);
    folderActions.remove(line);
  };
  const onKeyDown = listKeys({
    stops,
    order: rows.map(({ id }) => id),
    selection,
    page,
    focus,
    select: organizing.select,
    toggle,
    edit: organizing.edit,
    remove: (item) => {
      if (item.kind === 'row') lines.remove(item.session);
      if (item.kind === 'folder') removeFolder(item.line);
    },
  });
  const drag = useDrag({
    items,
    selected: selection.ids,
    mayDrop: (dragged, folder) => mayDrop(dragged, folder, rows, folders),
    onDrop: (dragged, folder) => {
      if ('folder' in dragged) folderActions.moveInto(dragged.folder, folder);
      else actions.moveInto(dragged.sessions, folder);
    },
  });
  const onContextMenu = (event: MouseEvent & { preventBaseUIHandler?: () => void }) => {
    const key = event.target instanceof Element ? event.target.closest('[data-item]')?.getAttribute('data-item') : null;
    const item = stops.find((one) => one.key === key);
    if (item && item.kind !== 'archive') setContext(item);
    else event.preventBaseUIHandler?.();
  };
  const affected = (session: SessionRow) => affectedBy(session, selection.ids, rows);
  const scene = { now, tabStop, over: drag.over, selected: selection.ids, menu, folderMenu, lines, toggle };

  return (
    <ListSceneContext value={scene}>
      <ContextMenu.Root>
        <ContextMenu.Trigger
          ref={scroller}
          className={css['scroller']}
          data-over={drag.over === null || undefined}
          data-together={selection.ids.size > 1 ? [...selection.ids].join(' ') : undefined}
          onKeyDown={onKeyDown}
          onContextMenu={onContextMenu}
          onFocus={onFocus}
          {...drag.handlers}
        >
          <div className={css['sizer']} style={{ height }}>
            {visible.map(({ index, key, start, size }) => {
              const item = items[index];
              const activity = item?.kind === 'row' ? activityOf(item.session.id, activities) : null;
              return item && <ListLine key={key} item={item} start={start} size={size} activity={activity} />;
            })}
          </div>
        </ContextMenu.Trigger>
        <ContextMenu.Portal>
          {context?.kind === 'row' && (
            <SessionMenuPopup session={context.session} affected={affected(context.session)} />
          )}
          {context?.kind === 'folder' && (
            <FolderMenuPopup line={context.line} actions={{ ...folderActions, remove: removeFolder }} />
          )}
        </ContextMenu.Portal>
      </ContextMenu.Root>
      <Menu.Root handle={menu}>
        {({ payload }) => (
          <Menu.Portal>{payload && <SessionMenuPopup session={payload} affected={affected(payload)} />}</Menu.Portal>
        )}
      </Menu.Root>
      <Menu.Root handle={folderMenu}>
        {({ payload }) => (
          <Menu.Portal>
            {payload && <FolderMenuPopup line={payload} actions={{ ...folderActions, remove: removeFolder }} />}
          </Menu.Portal>
        )}
      </Menu.Root>
    </ListSceneContext>
  );
}

function activityOf(id: string, { waiting, running, finished }: FrameActivity): LineActivity | null {
  if (waiting.has(id)) return 'waiting';
  if (running.has(id)) return 'running';
  return finished.has(id) ? 'finished' : null;
}

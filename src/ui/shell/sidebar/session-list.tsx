import { ContextMenu } from '@base-ui/react/context-menu';
import { Menu } from '@base-ui/react/menu';
import { useMemo, useState, type MouseEvent } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow as Row } from '#storage/rows.ts';
import { mayDrop } from './drop-rules.ts';
import { FolderMenuPopup, type FolderActions } from './folder-menu.tsx';
import { listKeys } from './list-keys.ts';
import { isStop, type ListItem, type ListStop } from './list-items.ts';
import { ListLine, type LineScene } from './list-line.tsx';
import { extended, NONE_SELECTED, toggled, type Selection } from './selection.ts';
import type { SelectionActions } from './selection-bar.tsx';
import { SessionMenuPopup } from './session-menu.tsx';
import { useDrag } from './use-drag.ts';
import { useVirtualList } from './use-virtual-list.ts';
import type { Organizing } from './use-organizing.ts';
import type { SidebarList } from './use-sidebar-list.ts';
import css from './session-list.module.css';

export interface SessionListActions extends Omit<SelectionActions, 'remove'> {
  open(session: Row): void;
  rename(session: Row, title: string): void;
  /** `next` replaces a deleted conversation that was shown. */
  remove(sessions: readonly Row[], next: Row | null): void;
  stop(session: Row): void;
  /** Dropped there with the mouse; `null` removes it from all folders. */
  moveInto(ids: readonly string[], folder: string | null): void;
}

export interface FolderListActions extends FolderActions {
  toggle(item: ListItem): void;
  renameTo(line: OutlinedFolder, name: string): void;
  moveInto(id: string, parent: string | null): void;
}

export interface ListActivity {
  running: ReadonlySet<string>;
  finished: ReadonlySet<string>;
}

interface SessionListProps {
  list: Pick<SidebarList, 'items' | 'rows' | 'now'>;
  folders: readonly OutlinedFolder[];
  currentId: string | null;
  activity: ListActivity;
  actions: SessionListActions;
  folderActions: FolderListActions;
  /** The listed part of what is selected. */
  selection: Selection;
  organizing: Pick<Organizing, 'select' | 'editing' | 'edit'>;
  /** A counter. The search box increments it to move the focus to the list. */
  enter: number;
}

/** All conversations. Only the visible ones are in the document, so thousands cost nothing. */
export function SessionList(props: SessionListProps) {
  const { list, folders, currentId, activity, actions, folderActions, selection, organizing, enter } = props;
  const { items, rows, now } = list;
  const { select, editing, edit } = organizing;
  const [menu] = useState(() => Menu.createHandle<Row>());
  const [folderMenu] = useState(() => Menu.createHandle<OutlinedFolder>());
  const [context, setContext] = useState<ListStop | null>(null);
  const { scroller, virtual, tabStop, focus, focusNext, onFocus, page } = useVirtualList({
    items,
    currentId,
    editing,
    enter,
  });
  const stops = useMemo(() => items.filter(isStop), [items]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);

  /** The conversations an action on a line applies to: the full selection if the line is part of it. */
  const affectedBy = (session: Row): readonly Row[] =>
    selection.ids.has(session.id) && selection.ids.size > 1
      ? rows.filter(({ id }) => selection.ids.has(id))
      : [session];
  const remove = (session: Row) => {
    const affected = affectedBy(session);
    const removed = new Set(affected.map(({ id }) => id));
    const at = rows.findIndex(({ id }) => id === session.id);
    const next =
      rows.slice(at).find(({ id }) => !removed.has(id)) ?? rows.slice(0, at).findLast(({ id }) => !removed.has(id));
    if (next) focusNext(next.id);
    select(NONE_SELECTED);
    actions.remove(affected, next ?? null);
  };
  const onKeyDown = listKeys({
    stops,
    order: ids,
    selection,
    page,
    focus,
    select,
    toggle: folderActions.toggle,
    edit,
    remove: (item) => {
      if (item.kind === 'row') remove(item.session);
      if (item.kind === 'folder') folderActions.remove(item.line);
    },
  });
  /** Opens a conversation, or selects it with the usual modifier keys. */
  const open = (session: Row, event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey) select(toggled(selection, session.id));
    else if (event.shiftKey) select(extended(selection, ids, currentId ?? session.id, session.id));
    else {
      select(NONE_SELECTED);
      actions.open(session);
    }
  };
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
  /** Ends the naming of a line, which has the focus again. */
  const leaveEdit = (key: string) => {
    focusNext(key);
    edit(null);
  };
  const scene: LineScene = {
    now,
    currentId,
    tabStop,
    editing,
    over: drag.over,
    selected: selection.ids,
    running: activity.running,
    finished: activity.finished,
    menu,
    folderMenu,
    onOpen: open,
    onToggle: folderActions.toggle,
    onRename(session, title) {
      if (title !== null && title !== session.title) actions.rename(session, title);
      leaveEdit(session.id);
    },
    onRenameFolder(line, key, name) {
      if (name && name !== line.folder.name) folderActions.renameTo(line, name);
      leaveEdit(key);
    },
  };
  const sessionPopup = (session: Row) => {
    const all = affectedBy(session);
    return (
      <SessionMenuPopup
        session={session}
        ids={all.map(({ id }) => id)}
        running={activity.running.has(session.id)}
        onRename={() => edit(session.id)}
        onTogglePin={() => actions.pin(all, session.pinned === 0)}
        onMove={() => actions.move(all)}
        onTag={() => actions.tag(all)}
        onToggleArchived={() => actions.archive(all, session.archivedAt === undefined)}
        onStop={() => actions.stop(session)}
        onDelete={() => remove(session)}
      />
    );
  };
  const folderPopup = (line: OutlinedFolder) => <FolderMenuPopup line={line} actions={folderActions} />;

  return (
    <>
      <ContextMenu.Root>
        <ContextMenu.Trigger
          ref={scroller}
          className={css['scroller']}
          data-over={drag.over === null || undefined}
          onKeyDown={onKeyDown}
          onContextMenu={onContextMenu}
          onFocus={onFocus}
          {...drag.handlers}
        >
          <div className={css['sizer']} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, key, start, size }) => {
              const item = items[index];
              const style = { transform: `translateY(${start}px)`, height: size };
              return item && <ListLine key={key} item={item} scene={scene} style={style} />;
            })}
          </div>
        </ContextMenu.Trigger>
        <ContextMenu.Portal>
          {context?.kind === 'row' && sessionPopup(context.session)}
          {context?.kind === 'folder' && folderPopup(context.line)}
        </ContextMenu.Portal>
      </ContextMenu.Root>
      <Menu.Root handle={menu}>
        {({ payload }) => <Menu.Portal>{payload && sessionPopup(payload)}</Menu.Portal>}
      </Menu.Root>
      <Menu.Root handle={folderMenu}>
        {({ payload }) => <Menu.Portal>{payload && folderPopup(payload)}</Menu.Portal>}
      </Menu.Root>
    </>
  );
}

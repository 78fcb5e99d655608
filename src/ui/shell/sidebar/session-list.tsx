import { ContextMenu } from '@base-ui/react/context-menu';
import { Menu } from '@base-ui/react/menu';
import { useVirtualizer, defaultRangeExtractor } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { mayMoveFolder, type OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow as Row } from '#storage/rows.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { formatMonth } from '#ui/kit/i18n/format.ts';
import { useAppearance } from '#ui/kit/theme/theme.ts';
import { FolderMenuPopup, type FolderActions } from './folder-menu.tsx';
import { FolderRow, SectionRow } from './folder-row.tsx';
import { listKeys } from './list-keys.ts';
import type { ListItem } from './list-items.ts';
import { extended, NONE_SELECTED, toggled, type Selection } from './selection.ts';
import type { SelectionActions } from './selection-bar.tsx';
import { SessionMenuPopup } from './session-menu.tsx';
import { SessionRow } from './session-row.tsx';
import { useDrag } from './use-drag.ts';
import css from './session-list.module.css';
import rowCss from './session-row.module.css';

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

interface SessionListProps {
  items: readonly ListItem[];
  folders: readonly OutlinedFolder[];
  now: number;
  currentId: string | null;
  running: ReadonlySet<string>;
  finished: ReadonlySet<string>;
  actions: SessionListActions;
  folderActions: FolderListActions;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Key of the line that is being renamed. */
  editing: string | null;
  onEdit: (key: string | null) => void;
  /** A counter. The search box increments it to move the focus to the list. */
  enter: number;
}

type Stop = Exclude<ListItem, { kind: 'heading' }>;

/** Rows are two rem high, headings slightly more. Both scale with the text size. */
const ROW_REM = 2;
const GROUP_REM = 2.25;

/** All conversations. Only the visible ones are in the document, so thousands cost nothing. */
export function SessionList(props: SessionListProps) {
  const { items, folders, now, currentId, running, finished, actions, folderActions } = props;
  const { selection, onSelect, editing, onEdit, enter } = props;
  const t = useT('frame');
  const order = useT('organize');
  const language = useLanguage();
  const textSize = useAppearance((state) => state.textSize);
  const scroller = useRef<HTMLDivElement>(null);
  const [menu] = useState(() => Menu.createHandle<Row>());
  const [folderMenu] = useState(() => Menu.createHandle<OutlinedFolder>());
  const [context, setContext] = useState<Stop | null>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  /** The line that takes the focus as soon as it is in the document. */
  const wanted = useRef<string | null>(null);

  const stops = useMemo(() => items.filter((item): item is Stop => item.kind !== 'heading'), [items]);
  const rows = useMemo(() => stops.flatMap((item) => (item.kind === 'row' ? [item.session] : [])), [stops]);
  const places = useMemo(() => new Map(items.map(({ key }, index) => [key, index])), [items]);
  const indexOf = (key: string | null) => (key === null ? -1 : (places.get(key) ?? -1));
  const tabStop = [activeKey, currentId].find((key) => indexOf(key) >= 0) ?? stops[0]?.key ?? null;
  const tabStopIndex = indexOf(tabStop);

  const rem = useMemo(
    () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
    // The computed size follows the text-size setting.
    // oxlint-disable-next-line react/exhaustive-deps
    [textSize],
  );
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'heading' ? GROUP_REM : ROW_REM) * rem,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
    paddingEnd: 8,
    // The focused row stays in the document while the list scrolls past it.
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      if (tabStopIndex < 0 || visible.includes(tabStopIndex)) return visible;
      return [...visible, tabStopIndex].sort((a, b) => a - b);
    },
  });
  useEffect(() => virtual.measure(), [virtual, rem, items]);

  const focus = (key: string | undefined) => {
    if (key === undefined || indexOf(key) < 0) return;
    wanted.current = key;
    setActiveKey(key);
    virtual.scrollToIndex(indexOf(key));
  };
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const stop = scroller.current?.querySelector<HTMLElement>(
      `[data-item="${CSS.escape(wanted.current)}"] [data-stop]`,
    );
    if (!stop) return;
    wanted.current = null;
    stop.focus({ preventScroll: true });
  });

  const first = stops[0];
  const [entered, setEntered] = useState(enter);
  if (entered !== enter) {
    setEntered(enter);
    setActiveKey(first?.key ?? null);
  }
  useEffect(() => {
    if (enter > 0) scroller.current?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')?.focus();
  }, [enter]);

  // Scrolls to a line that is being named, such as a new folder.
  const editingIndex = indexOf(editing);
  useEffect(() => {
    if (editingIndex >= 0) virtual.scrollToIndex(editingIndex, { align: 'auto' });
  }, [virtual, editingIndex]);

  const currentIndex = indexOf(currentId);
  const shownId = useRef<string | null>(null);
  useEffect(() => {
    // Once for each opened conversation: a list that scrolled on its own would lose the reader's place.
    if (currentIndex < 0 || shownId.current === currentId) return;
    shownId.current = currentId;
    virtual.scrollToIndex(currentIndex, { align: 'auto' });
  }, [virtual, currentId, currentIndex]);

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
    if (next) {
      wanted.current = next.id;
      setActiveKey(next.id);
    }
    onSelect(NONE_SELECTED);
    actions.remove(affected, next ?? null);
  };
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);

  const onKeyDown = listKeys({
    stops,
    order: ids,
    selection,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (ROW_REM * rem)) - 1),
    focus,
    select: onSelect,
    toggle: folderActions.toggle,
    edit: onEdit,
    remove: (item) => {
      if (item.kind === 'row') remove(item.session);
      if (item.kind === 'folder') folderActions.remove(item.line);
    },
  });

  /** Opens a conversation, or selects it with the usual modifier keys. */
  const open = (session: Row, event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey) onSelect(toggled(selection, session.id));
    else if (event.shiftKey) onSelect(extended(selection, ids, currentId ?? session.id, session.id));
    else {
      onSelect(NONE_SELECTED);
      actions.open(session);
    }
  };

  const drag = useDrag({
    items,
    selected: selection.ids,
    mayDrop: (dragged, folder) => {
      const all = folders.map((line) => line.folder);
      if ('folder' in dragged) {
        const now = all.find(({ id }) => id === dragged.folder)?.parent ?? null;
        return now !== folder && mayMoveFolder(all, dragged.folder, folder);
      }
      const known = new Set(all.map(({ id }) => id));
      const placeOf = (row: Row) => (row.folder !== undefined && known.has(row.folder) ? row.folder : null);
      return rows.some((row) => dragged.sessions.includes(row.id) && placeOf(row) !== folder);
    },
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

  const sessionPopup = (session: Row) => {
    const all = affectedBy(session);
    return (
      <SessionMenuPopup
        session={session}
        ids={all.map(({ id }) => id)}
        running={running.has(session.id)}
        onRename={() => onEdit(session.id)}
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

  const labelOf = ({ of }: ListItem & { kind: 'heading' }): string =>
    of.kind === 'folders' || of.kind === 'archived'
      ? order(of.kind)
      : of.kind === 'month'
        ? formatMonth(of.at, now, language)
        : t(`group.${of.kind}`);

  return (
    <>
      <ContextMenu.Root>
        <ContextMenu.Trigger
          ref={scroller}
          className={css['scroller']}
          data-over={drag.over === null || undefined}
          onKeyDown={onKeyDown}
          onContextMenu={onContextMenu}
          onFocus={(event) => {
            const key = event.target.closest('[data-item]')?.getAttribute('data-item');
            if (key) setActiveKey(key);
          }}
          {...drag.handlers}
        >
          <div className={css['sizer']} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, key, start, size }) => {
              const item = items[index];
              if (!item) return null;
              const place = { transform: `translateY(${start}px)`, height: size };
              if (item.kind === 'heading') {
                return (
                  <h3 key={key} className={css['group']} style={place}>
                    {labelOf(item)}
                  </h3>
                );
              }
              if (item.kind === 'archive') {
                return (
                  <div key={key} className={rowCss['row']} style={place} data-item={item.key}>
                    <SectionRow
                      name={order('archived')}
                      depth={1}
                      count={item.count}
                      open={item.open}
                      tabStop={item.key === tabStop}
                      onToggle={() => folderActions.toggle(item)}
                    />
                  </div>
                );
              }
              if (item.kind === 'folder') {
                return (
                  <FolderRow
                    key={key}
                    style={place}
                    id={item.key}
                    line={item.line}
                    count={item.count}
                    open={item.open}
                    menu={folderMenu}
                    tabStop={item.key === tabStop}
                    editing={item.key === editing}
                    over={drag.over === item.line.folder.id}
                    onToggle={() => folderActions.toggle(item)}
                    onRename={(name) => {
                      if (name && name !== item.line.folder.name) folderActions.renameTo(item.line, name);
                      wanted.current = item.key;
                      onEdit(null);
                    }}
                  />
                );
              }
              const { session } = item;
              return (
                <SessionRow
                  key={key}
                  style={place}
                  session={session}
                  depth={item.depth}
                  selected={selection.ids.has(session.id)}
                  menu={menu}
                  current={session.id === currentId}
                  tabStop={session.id === tabStop}
                  running={running.has(session.id)}
                  finished={finished.has(session.id)}
                  editing={session.id === editing}
                  onOpen={(event) => open(session, event)}
                  onRename={(title) => {
                    if (title !== null && title !== session.title) actions.rename(session, title);
                    wanted.current = session.id;
                    onEdit(null);
                  }}
                />
              );
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

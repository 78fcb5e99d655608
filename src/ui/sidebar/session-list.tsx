import { ContextMenu } from '@base-ui/react/context-menu';
import { Menu } from '@base-ui/react/menu';
import { useVirtualizer, defaultRangeExtractor } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { SessionRow as Row } from '#storage/rows.ts';
import { useLanguage, useT } from '#ui/i18n/use-t.ts';
import { formatMonth } from '#ui/i18n/format.ts';
import { isMac } from '#ui/keyboard/shortcut.ts';
import { useAppearance } from '#ui/theme/theme.ts';
import type { SessionGroup } from './group-sessions.ts';
import { SessionMenuPopup } from './session-menu.tsx';
import { SessionRow } from './session-row.tsx';
import css from './session-list.module.css';

export interface SessionListActions {
  open(session: Row): void;
  rename(session: Row, title: string): void;
  togglePin(session: Row): void;
  /** `next` takes its place when the deleted one was shown. */
  remove(session: Row, next: Row | null): void;
  stop(session: Row): void;
}

interface SessionListProps {
  groups: readonly SessionGroup[];
  now: number;
  currentId: string | null;
  running: ReadonlySet<string>;
  finished: ReadonlySet<string>;
  actions: SessionListActions;
  /** Set by the search box to hand over the keyboard; counts up. */
  enter: number;
}

type Item = { kind: 'group'; key: string; label: string } | { kind: 'row'; key: string; session: Row };

/** Rows are two rem high, headings a little more on top; both scale with the text size. */
const ROW_REM = 2;
const GROUP_REM = 2.25;

/** All conversations by time; only the visible ones are in the document, so thousands cost nothing. */
export function SessionList({ groups, now, currentId, running, finished, actions, enter }: SessionListProps) {
  const t = useT('frame');
  const language = useLanguage();
  const textSize = useAppearance((state) => state.textSize);
  const scroller = useRef<HTMLDivElement>(null);
  const [menu] = useState(() => Menu.createHandle<Row>());
  const [contextRow, setContextRow] = useState<Row | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  /** Row that takes the focus as soon as it is in the document. */
  const wanted = useRef<string | null>(null);

  const items = useMemo(
    () =>
      groups.flatMap((group): Item[] => {
        const { period } = group;
        const label =
          period.kind === 'month' ? formatMonth(period.year, period.month, now, language) : t(`group.${period.kind}`);
        return [
          { kind: 'group', key: `group ${group.key}`, label },
          ...group.sessions.map((session): Item => ({ kind: 'row', key: session.id, session })),
        ];
      }),
    [groups, now, language, t],
  );
  const rows = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? [item.session] : [])), [items]);
  const indexOf = (id: string | null) => items.findIndex((item) => item.key === id);
  const tabStop = [activeId, currentId].find((id) => indexOf(id) >= 0) ?? rows[0]?.id ?? null;
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
    estimateSize: (index) => (items[index]?.kind === 'group' ? GROUP_REM : ROW_REM) * rem,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
    paddingEnd: 8,
    // The row that holds the keyboard stays in the document while the list scrolls past it.
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      if (tabStopIndex < 0 || visible.includes(tabStopIndex)) return visible;
      return [...visible, tabStopIndex].sort((a, b) => a - b);
    },
  });
  useEffect(() => virtual.measure(), [virtual, rem, items]);

  const focusRow = (session: Row | undefined) => {
    if (!session) return;
    wanted.current = session.id;
    setActiveId(session.id);
    virtual.scrollToIndex(indexOf(session.id));
  };
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const link = scroller.current?.querySelector<HTMLElement>(`[data-session="${CSS.escape(wanted.current)}"] a`);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  });

  const first = rows[0];
  const [entered, setEntered] = useState(enter);
  if (entered !== enter) {
    setEntered(enter);
    setActiveId(first?.id ?? null);
  }
  useEffect(() => {
    if (enter > 0) scroller.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus();
  }, [enter]);

  const currentIndex = indexOf(currentId);
  const shownId = useRef<string | null>(null);
  useEffect(() => {
    // Once for each conversation that is opened: a list that moves on its own would lose the reader's place.
    if (currentIndex < 0 || shownId.current === currentId) return;
    shownId.current = currentId;
    virtual.scrollToIndex(currentIndex, { align: 'auto' });
  }, [virtual, currentId, currentIndex]);

  const remove = (session: Row) => {
    const at = rows.findIndex((row) => row.id === session.id);
    const next = rows[at + 1] ?? rows[at - 1] ?? null;
    if (next) {
      wanted.current = next.id;
      setActiveId(next.id);
    }
    actions.remove(session, next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target.closest('[data-session]') : null;
    if (!target || event.target instanceof HTMLInputElement) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = rows.findIndex((row) => row.id === target.getAttribute('data-session'));
    const session = rows[at];
    if (!session) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (ROW_REM * rem)) - 1);
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusRow(rows[at + 1]),
      ArrowUp: () => focusRow(rows[at - 1]),
      Home: () => focusRow(first),
      End: () => focusRow(rows.at(-1)),
      PageDown: () => focusRow(rows[Math.min(rows.length - 1, at + page)]),
      PageUp: () => focusRow(rows[Math.max(0, at - page)]),
      F2: () => setEditing(session.id),
      Delete: () => remove(session),
      ...(isMac(navigator.platform) && { Backspace: () => remove(session) }),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  const onContextMenu = (event: MouseEvent & { preventBaseUIHandler?: () => void }) => {
    const id =
      event.target instanceof Element ? event.target.closest('[data-session]')?.getAttribute('data-session') : null;
    const session = rows.find((row) => row.id === id);
    if (session) setContextRow(session);
    else event.preventBaseUIHandler?.();
  };

  const popup = (session: Row | null | undefined) =>
    session && (
      <SessionMenuPopup
        session={session}
        running={running.has(session.id)}
        onRename={() => setEditing(session.id)}
        onTogglePin={() => actions.togglePin(session)}
        onStop={() => actions.stop(session)}
        onDelete={() => remove(session)}
      />
    );

  return (
    <>
      <ContextMenu.Root>
        <ContextMenu.Trigger
          ref={scroller}
          className={css['scroller']}
          onKeyDown={onKeyDown}
          onContextMenu={onContextMenu}
          onFocus={(event) => {
            const id = event.target.closest('[data-session]')?.getAttribute('data-session');
            if (id) setActiveId(id);
          }}
        >
          <div className={css['sizer']} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, key, start, size }) => {
              const item = items[index];
              if (!item) return null;
              const place = { transform: `translateY(${start}px)`, height: size };
              if (item.kind === 'group') {
                return (
                  <h3 key={key} className={css['group']} style={place}>
                    {item.label}
                  </h3>
                );
              }
              const { session } = item;
              return (
                <SessionRow
                  key={key}
                  style={place}
                  session={session}
                  menu={menu}
                  current={session.id === currentId}
                  tabStop={session.id === tabStop}
                  running={running.has(session.id)}
                  finished={finished.has(session.id)}
                  editing={session.id === editing}
                  onOpen={() => actions.open(session)}
                  onRename={(title) => {
                    if (title !== null && title !== session.title) actions.rename(session, title);
                    wanted.current = session.id;
                    setEditing(null);
                  }}
                />
              );
            })}
          </div>
        </ContextMenu.Trigger>
        <ContextMenu.Portal>{popup(contextRow)}</ContextMenu.Portal>
      </ContextMenu.Root>
      <Menu.Root handle={menu}>{({ payload }) => <Menu.Portal>{popup(payload)}</Menu.Portal>}</Menu.Root>
    </>
  );
}

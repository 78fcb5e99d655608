import { lazyPart } from '#ui/kit/lazy-part.ts';
import { FolderPlus, PanelLeft, SquarePen } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Mark } from '#ui/kit/brand/mark.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { useFrameKeys } from '#ui/kit/keyboard/use-frame-keys.ts';
import { useKeptFocus } from '#ui/kit/keyboard/use-kept-focus.ts';
import { useFrame, useFrameSessions } from '#ui/shell/scene/frame-context.ts';
import { NONE_SELECTED, onlyListed } from '#ui/shell/scene/selection.ts';
import { Resizer } from './resizer.tsx';
import { SessionList } from './session-list.tsx';
import { SidebarEmpty } from './sidebar-empty.tsx';
import { SidebarFoot } from './sidebar-foot.tsx';
import { SidebarSearch } from './sidebar-search.tsx';
import { TemporaryButton } from './temporary-button.tsx';
import { useFolderActions } from './use-folder-actions.ts';
import { useListActions } from './use-list-actions.ts';
import { useSidebarList } from './use-sidebar-list.ts';
import css from './sidebar.module.css';

const SelectionBar = lazyPart(async () => (await import('./selection-bar.tsx')).SelectionBar);

/** The list of conversations with its search, and what leads elsewhere. */
export function Sidebar() {
  const { folders, pane, organizing, commands } = useFrame();
  const { toggleRef } = pane;
  const { all } = useFrameSessions();
  const { selected, select } = organizing;
  const t = useT('frame');
  const tOrganize = useT('organize');
  const keys = useFrameKeys();
  const list = useSidebarList(all, folders);
  const { items, rows, query } = list;
  const actions = useListActions();
  const folderActions = useFolderActions(list);
  const [enter, setEnter] = useState(0);
  const selection = useMemo(
    () =>
      onlyListed(
        selected,
        rows.map(({ id }) => id),
      ),
    [selected, rows],
  );
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const removeChosen = (some: readonly SessionRow[]) => {
    const removed = new Set(some.map(({ id }) => id));
    select(NONE_SELECTED);
    actions.remove(some, rows.find(({ id }) => !removed.has(id)) ?? null);
  };
  const nav = useRef<HTMLElement>(null);
  useKeptFocus(nav);
  const selecting = chosen.length > 0;
  const wasSelecting = useRef(false);
  useEffect(() => {
    // The bar of a selection goes with it, also with what has the focus in it.
    if (wasSelecting.current && !selecting && isFocusLost())
      nav.current?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')?.focus({ preventScroll: true });
    wasSelecting.current = selecting;
  }, [selecting]);

  return (
    <nav ref={nav} className={css['sidebar']} aria-label={t('sidebar.label')}>
      <div className={css['head']}>
        <span className={css['brand']}>
          <Mark />
          Baton
        </span>
        <span className={css['spring']} />
        <IconButton label={tOrganize('newFolder')} icon={<FolderPlus />} onClick={() => folderActions.create(null)} />
        <IconButton
          ref={toggleRef}
          label={t('sidebar.close')}
          keys={keys.toggleSidebar}
          icon={<PanelLeft />}
          onClick={commands.hideSidebar}
        />
      </div>
      <div className={css['tools']}>
        <div className={css['begin']}>
          <button type="button" className={css['newChat']} onClick={() => commands.newChat()}>
            <SquarePen aria-hidden />
            <span>{t('sidebar.newChat')}</span>
            <kbd>{keys.newChat}</kbd>
          </button>
          <TemporaryButton />
        </div>
        <SidebarSearch list={list} onEnterList={() => setEnter(enter + 1)} />
      </div>
      {all && items.length === 0 ? (
        <SidebarEmpty query={query} />
      ) : (
        <SessionList list={list} folderActions={folderActions} selection={selection} enter={enter} />
      )}
      {selecting && (
        <SelectionBar
          sessions={chosen}
          actions={{ ...actions, remove: removeChosen }}
          onClear={() => select(NONE_SELECTED)}
        />
      )}
      <SidebarFoot onPalette={commands.openPalette} />
      {!pane.narrow && <Resizer width={pane.width} onResize={pane.resize} onDone={pane.keepWidth} />}
    </nav>
  );
}

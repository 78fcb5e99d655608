import { FolderPlus, PanelLeft, SquarePen } from 'lucide-react';
import { useMemo, useState, type ReactNode, type RefObject } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Mark } from '#ui/kit/brand/mark.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrameKeys } from '#ui/kit/keyboard/use-frame-keys.ts';
import { NONE_SELECTED, onlyListed } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SessionList, type ListActivity, type SessionListActions } from './session-list.tsx';
import { SidebarEmpty } from './sidebar-empty.tsx';
import { SidebarFoot } from './sidebar-foot.tsx';
import { SidebarSearch } from './sidebar-search.tsx';
import { useFolderActions } from './use-folder-actions.ts';
import type { Organizing } from './use-organizing.ts';
import { useSidebarList } from './use-sidebar-list.ts';
import css from './sidebar.module.css';

/** What the sidebar asks of the window. */
export interface SidebarCommands {
  newChat: (folder?: string) => void;
  /** Also searches messages for these words. */
  searchAll: (text: string) => void;
  openPalette: () => void;
  hide: () => void;
}

interface SidebarProps {
  /** `undefined` until loaded. */
  sessions: readonly SessionRow[] | undefined;
  folders: readonly OutlinedFolder[];
  organizing: Organizing;
  currentId: string | null;
  activity: ListActivity;
  actions: SessionListActions;
  commands: SidebarCommands;
  searchRef: RefObject<HTMLInputElement | null>;
  /** The handle that resizes it. */
  edge?: ReactNode;
}

export function Sidebar(props: SidebarProps) {
  const { sessions, folders, organizing, currentId, activity, actions, commands, searchRef, edge } = props;
  const { selected, select } = organizing;
  const t = useT('frame');
  const words = useT('organize');
  const keys = useFrameKeys();
  const list = useSidebarList(sessions, folders);
  const { items, rows, query, setSearch } = list;
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

  /** The list now has other rows, so the previous selection no longer applies. */
  const changeSearch = (text: string) => {
    setSearch(text);
    select(NONE_SELECTED);
  };
  const newFolder = (parent: string | null) => {
    setSearch('');
    if (parent !== null) list.unfold(parent);
    organizing.newFolder(parent);
  };
  const folderActions = useFolderActions({ folders, list, organizing, newChat: commands.newChat, newFolder });
  const searchAll = () => {
    setSearch('');
    commands.searchAll(query);
  };
  const removeChosen = (some: readonly SessionRow[]) => {
    const removed = new Set(some.map(({ id }) => id));
    select(NONE_SELECTED);
    actions.remove(some, rows.find(({ id }) => !removed.has(id)) ?? null);
  };

  return (
    <nav className={css['sidebar']} aria-label={t('sidebar.label')}>
      <div className={css['head']}>
        <span className={css['brand']}>
          <Mark />
          Baton
        </span>
        <span className={css['spring']} />
        <IconButton label={words('newFolder')} icon={<FolderPlus />} onClick={() => newFolder(null)} />
        <IconButton label={t('sidebar.close')} keys={keys.toggleSidebar} icon={<PanelLeft />} onClick={commands.hide} />
      </div>
      <div className={css['tools']}>
        <button type="button" className={css['newChat']} onClick={() => commands.newChat()}>
          <SquarePen aria-hidden />
          <span>{t('sidebar.newChat')}</span>
          <kbd>{keys.newChat}</kbd>
        </button>
        <SidebarSearch
          sessions={sessions}
          list={list}
          inputRef={searchRef}
          onChange={changeSearch}
          onSearchAll={searchAll}
          onOpen={actions.open}
          onEnterList={() => setEnter(enter + 1)}
          onManageTags={() => organizing.openDialog({ kind: 'tags' })}
        />
      </div>
      {sessions && items.length === 0 ? (
        <SidebarEmpty query={query} />
      ) : (
        <SessionList
          list={list}
          folders={folders}
          currentId={currentId}
          activity={activity}
          actions={actions}
          folderActions={folderActions}
          selection={selection}
          organizing={organizing}
          enter={enter}
        />
      )}
      {chosen.length > 0 && (
        <SelectionBar
          sessions={chosen}
          actions={{ ...actions, remove: removeChosen }}
          onClear={() => select(NONE_SELECTED)}
        />
      )}
      <SidebarFoot onPalette={commands.openPalette} />
      {edge}
    </nav>
  );
}

import { Archive, Command, FolderPlus, PanelLeft, Search, Settings, SquarePen, TextSearch, X } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import { filtersByOrganization, parseQuery } from '#search/search-query.ts';
import type { SessionRow } from '#storage/rows.ts';
import { countTags } from '#storage/session-tags.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Mark } from '#ui/kit/brand/mark.tsx';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrameKeys } from '#ui/kit/keyboard/use-frame-keys.ts';
import type { OrganizeDialog } from '#ui/shared/organize/organize-dialogs.tsx';
import { TagFilter } from '#ui/shared/organize/tag-filter.tsx';
import type { OrganizeActions } from '#ui/shared/organize/use-organize-actions.ts';
import { RunsIndicator } from '#ui/features/runs/runs-indicator.tsx';
import { useArchiveOpen, useFoldedFolders } from '#ui/data/preferences.ts';
import { folderKey, listItems } from './list-items.ts';
import { NONE_SELECTED, onlyListed, type Selection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SessionList, type FolderListActions, type SessionListActions } from './session-list.tsx';
import { isTagOn, toggleTag } from './tag-token.ts';
import { useToday } from '#ui/shared/sessions/use-today.ts';
import css from './sidebar.module.css';

export interface SidebarProps {
  /** `undefined` until loaded. */
  sessions: readonly SessionRow[] | undefined;
  folders: readonly OutlinedFolder[];
  order: OrganizeActions;
  /** Creates a folder, which is then named in place. */
  onNewFolder: (parent: string | null) => void;
  /** Key of the line that is being renamed. */
  editing: string | null;
  onEdit: (key: string | null) => void;
  onOrder: (dialog: OrganizeDialog) => void;
  currentId: string | null;
  settingsOpen: boolean;
  running: ReadonlySet<string>;
  finished: ReadonlySet<string>;
  actions: SessionListActions;
  selected: Selection;
  onSelect: (selection: Selection) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  onNewChat: (folder?: string) => void;
  /** Also searches messages for these words. */
  onSearchAll: (text: string) => void;
  onPalette: () => void;
  onHide: () => void;
  /** The handle that resizes it. */
  edge?: ReactNode;
}

export function Sidebar(props: SidebarProps) {
  const {
    sessions,
    folders,
    order,
    onNewFolder,
    editing,
    onEdit,
    onOrder,
    currentId,
    settingsOpen,
    running,
    finished,
    actions,
    selected,
    onSelect,
    searchRef,
    onNewChat,
    onSearchAll,
    onPalette,
    onHide,
    edge,
  } = props;
  const t = useT('frame');
  const transfer = useT('transfer');
  const words = useT('organize');
  const keys = useFrameKeys();
  const now = useToday();
  const [search, setSearch] = useState('');
  const [enter, setEnter] = useState(0);
  const query = useDeferredValue(search).trim();
  const [foldedIds, setFolded] = useFoldedFolders();
  const folded = useMemo(() => new Set(foldedIds), [foldedIds]);
  const [archiveOpen, setArchiveOpen] = useArchiveOpen();
  const items = useMemo(
    () => listItems(sessions ?? [], { folders, folded, archiveOpen, query, now }),
    [sessions, folders, folded, archiveOpen, query, now],
  );
  const rows = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? [item.session] : [])), [items]);
  const selection = useMemo(
    () =>
      onlyListed(
        selected,
        rows.map(({ id }) => id),
      ),
    [selected, rows],
  );
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const tags = useMemo(() => countTags(sessions ?? []), [sessions]);

  /** The list now has other rows, so the previous selection no longer applies. */
  const changeSearch = (text: string) => {
    setSearch(text);
    onSelect(NONE_SELECTED);
  };
  const unfold = (id: string) => setFolded(foldedIds.filter((one) => one !== id));
  const newFolder = (parent: string | null) => {
    setSearch('');
    if (parent !== null) unfold(parent);
    onNewFolder(parent);
  };
  const folderActions: FolderListActions = {
    newChat: ({ folder }) => {
      unfold(folder.id);
      onNewChat(folder.id);
    },
    newFolder: ({ folder }) => newFolder(folder.id),
    rename: ({ folder }) => onEdit(folderKey(folder.id)),
    move: ({ folder }) => onOrder({ kind: 'moveFolder', folder: folder.id }),
    remove: (line) => order.removeFolder(line),
    renameTo: ({ folder }, name) => order.renameFolder(folder.id, name),
    moveInto: (id, parent) => {
      const to = folders.find(({ folder }) => folder.id === parent)?.folder;
      order.moveFolder(id, to?.id ?? null, to?.name ?? words('folder.outside'));
    },
    toggle: (item) => {
      if (item.kind === 'archive') setArchiveOpen(!item.open);
      if (item.kind !== 'folder') return;
      const { id } = item.line.folder;
      if (item.open) setFolded([...foldedIds, id]);
      else unfold(id);
    },
  };
  const searchAll = () => {
    setSearch('');
    onSearchAll(query);
  };
  const removeChosen = (some: readonly SessionRow[]) => {
    const removed = new Set(some.map(({ id }) => id));
    onSelect(NONE_SELECTED);
    actions.remove(some, rows.find(({ id }) => !removed.has(id)) ?? null);
  };
  const announced = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    // Live regions are announced when their text changes. An unchanged count needs no announcement.
    if (announced.current) {
      announced.current.textContent = query && sessions ? t('sidebar.results', { count: rows.length }) : '';
    }
  }, [query, sessions, rows, t]);

  return (
    <nav className={css['sidebar']} aria-label={t('sidebar.label')}>
      <div className={css['head']}>
        <span className={css['brand']}>
          <Mark />
          Baton
        </span>
        <span className={css['spring']} />
        <IconButton label={words('newFolder')} icon={<FolderPlus />} onClick={() => newFolder(null)} />
        <IconButton label={t('sidebar.close')} keys={keys.toggleSidebar} icon={<PanelLeft />} onClick={onHide} />
      </div>
      <div className={css['tools']}>
        <button type="button" className={css['newChat']} onClick={() => onNewChat()}>
          <SquarePen aria-hidden />
          <span>{t('sidebar.newChat')}</span>
          <kbd>{keys.newChat}</kbd>
        </button>
        <div className={css['searchRow']}>
          <div className={css['search']}>
            <Search aria-hidden />
            <input
              ref={searchRef}
              type="search"
              value={search}
              placeholder={t('sidebar.search')}
              aria-label={t('sidebar.search')}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => changeSearch(event.target.value)}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                const [first] = rows;
                if (event.key === 'ArrowDown') setEnter(enter + 1);
                else if (event.key === 'Enter' && query && first) actions.open(first);
                else if (event.key === 'Enter' && query) searchAll();
                else if (event.key === 'Escape' && search) changeSearch('');
                else return;
                event.preventDefault();
              }}
            />
            {search && (
              <button
                type="button"
                className={iconButtonClass(true)}
                aria-label={t('sidebar.clearSearch')}
                onClick={() => {
                  changeSearch('');
                  searchRef.current?.focus();
                }}
              >
                <X aria-hidden />
              </button>
            )}
          </div>
          <TagFilter
            tags={tags}
            isOn={(tag) => isTagOn(search, tag)}
            onToggle={(tag) => changeSearch(toggleTag(search, tag))}
            onManage={() => onOrder({ kind: 'tags' })}
          />
        </div>
        {query !== '' && (
          <button type="button" className={css['searchAll']} onClick={searchAll}>
            <TextSearch aria-hidden />
            <span>{t('sidebar.searchAllFor', { search: query })}</span>
          </button>
        )}
        <p ref={announced} className="visually-hidden" role="status" />
      </div>
      {sessions && items.length === 0 ? (
        <div className={css['empty']}>
          {query ? (
            <p>
              {filtersByOrganization(parseQuery(query).filters)
                ? words('noMatch', { search: query })
                : t('sidebar.noMatch', { search: query })}
            </p>
          ) : (
            <>
              <p>{t('sidebar.empty')}</p>
              <p className={css['quiet']}>{t('sidebar.emptyBody')}</p>
              <p>
                <a href={formatRoute({ name: 'settings', page: 'history', focus: 'import' })}>
                  {transfer('fromElsewhere')}
                </a>
              </p>
            </>
          )}
        </div>
      ) : (
        <SessionList
          items={items}
          folders={folders}
          now={now}
          currentId={currentId}
          running={running}
          finished={finished}
          actions={actions}
          folderActions={folderActions}
          selection={selection}
          onSelect={onSelect}
          editing={editing}
          onEdit={onEdit}
          enter={enter}
        />
      )}
      {chosen.length > 0 && (
        <SelectionBar
          sessions={chosen}
          actions={{ ...actions, remove: removeChosen }}
          onClear={() => onSelect(NONE_SELECTED)}
        />
      )}
      <div className={css['foot']}>
        <a
          className={css['settings']}
          href={formatRoute({ name: 'settings', page: 'vendors' })}
          aria-current={settingsOpen ? 'page' : undefined}
        >
          <Settings aria-hidden />
          <span>{t('sidebar.settings')}</span>
        </a>
        <RunsIndicator side="top" />
        <a
          className={iconButtonClass()}
          href={formatRoute({ name: 'settings', page: 'history' })}
          aria-label={transfer('sidebar.open')}
          title={transfer('sidebar.open')}
        >
          <Archive aria-hidden />
        </a>
        <IconButton label={t('sidebar.palette')} keys={keys.palette} icon={<Command />} onClick={onPalette} />
      </div>
      {edge}
    </nav>
  );
}

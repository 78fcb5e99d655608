import { Archive, Command, PanelLeft, Search, Settings, SquarePen, TextSearch, X } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { titleMatcher } from '#storage/title-search.ts';
import { iconButtonClass } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Mark } from '#ui/frame/mark.tsx';
import { formatRoute } from '#ui/frame/route.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { useFrameKeys } from '#ui/keyboard/use-frame-keys.ts';
import { RunsIndicator } from '#ui/runs/runs-indicator.tsx';
import { groupSessions } from './group-sessions.ts';
import { SessionList, type SessionListActions } from './session-list.tsx';
import { useToday } from './use-today.ts';
import css from './sidebar.module.css';

export interface SidebarProps {
  /** undefined until read. */
  sessions: readonly SessionRow[] | undefined;
  currentId: string | null;
  settingsOpen: boolean;
  running: ReadonlySet<string>;
  finished: ReadonlySet<string>;
  actions: SessionListActions;
  searchRef: RefObject<HTMLInputElement | null>;
  onNewChat: () => void;
  /** Searches messages too, for these words. */
  onSearchAll: (text: string) => void;
  onPalette: () => void;
  onHide: () => void;
  /** The handle of its width. */
  edge?: ReactNode;
}

export function Sidebar(props: SidebarProps) {
  const {
    sessions,
    currentId,
    settingsOpen,
    running,
    finished,
    actions,
    searchRef,
    onNewChat,
    onSearchAll,
    onPalette,
    onHide,
    edge,
  } = props;
  const t = useT('frame');
  const transfer = useT('transfer');
  const keys = useFrameKeys();
  const now = useToday();
  const [search, setSearch] = useState('');
  const [enter, setEnter] = useState(0);
  const query = useDeferredValue(search).trim();
  const shown = useMemo(() => {
    const matches = titleMatcher(query);
    return sessions?.filter((session) => matches(session.title));
  }, [sessions, query]);
  const groups = useMemo(() => groupSessions(shown ?? [], now), [shown, now]);
  const searchAll = () => {
    setSearch('');
    onSearchAll(query);
  };
  const announced = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    // Live regions speak when their text changes; a count that stays the same needs no word.
    if (announced.current) {
      announced.current.textContent = query && shown ? t('sidebar.results', { count: shown.length }) : '';
    }
  }, [query, shown, t]);

  return (
    <nav className={css['sidebar']} aria-label={t('sidebar.label')}>
      <div className={css['head']}>
        <span className={css['brand']}>
          <Mark />
          Baton
        </span>
        <IconButton label={t('sidebar.close')} keys={keys.toggleSidebar} icon={<PanelLeft />} onClick={onHide} />
      </div>
      <div className={css['tools']}>
        <button type="button" className={css['newChat']} onClick={onNewChat}>
          <SquarePen aria-hidden />
          <span>{t('sidebar.newChat')}</span>
          <kbd>{keys.newChat}</kbd>
        </button>
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
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              const first = groups[0]?.sessions[0];
              if (event.key === 'ArrowDown') setEnter(enter + 1);
              else if (event.key === 'Enter' && query && first) actions.open(first);
              else if (event.key === 'Enter' && query) searchAll();
              else if (event.key === 'Escape' && search) setSearch('');
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
                setSearch('');
                searchRef.current?.focus();
              }}
            >
              <X aria-hidden />
            </button>
          )}
        </div>
        {query !== '' && (
          <button type="button" className={css['searchAll']} onClick={searchAll}>
            <TextSearch aria-hidden />
            <span>{t('sidebar.searchAllFor', { search: query })}</span>
          </button>
        )}
        <p ref={announced} className="visually-hidden" role="status" />
      </div>
      {shown?.length === 0 ? (
        <div className={css['empty']}>
          {query ? (
            <p>{t('sidebar.noMatch', { search: query })}</p>
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
          groups={groups}
          now={now}
          currentId={currentId}
          running={running}
          finished={finished}
          actions={actions}
          enter={enter}
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

import { Search, TextSearch, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { countTags } from '#storage/session-tags.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import { useEqual } from '#ui/kit/use-equal.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { TagFilter } from '#ui/shared/organize/tag-filter.tsx';
import { useFrame, useFrameSessions } from '#ui/shell/scene/frame-context.ts';
import { NONE_SELECTED } from '#ui/shell/scene/selection.ts';
import { isTagOn, toggleTag } from './tag-token.ts';
import { useListActions } from './use-list-actions.ts';
import type { SidebarList } from './use-sidebar-list.ts';
import css from './sidebar.module.css';

interface SidebarSearchProps {
  list: SidebarList;
  /** Moves the focus to the list. */
  onEnterList: () => void;
}

/** Filters the list by words and tags, and leads on to the search of messages. */
export function SidebarSearch({ list, onEnterList }: SidebarSearchProps) {
  const { search, setSearch, query, rows } = list;
  const { pane, organizing, commands } = useFrame();
  const { all: sessions } = useFrameSessions();
  const { searchRef, focusSearch } = pane;
  const { open } = useListActions();
  const t = useT('frame');
  const tags = useEqual(useMemo(() => countTags(sessions ?? []), [sessions]));
  const announced = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Live regions are announced when their text changes. An unchanged count needs no announcement.
    if (announced.current) {
      announced.current.textContent = query && sessions ? t('sidebar.results', { count: rows.length }) : '';
    }
  }, [query, sessions, rows, t]);
  /** The list now has other rows, so the previous selection no longer applies. */
  const change = (text: string) => {
    setSearch(text);
    organizing.select(NONE_SELECTED);
  };
  const searchAll = () => {
    setSearch('');
    commands.searchAll(query);
  };
  return (
    <>
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
            onChange={(event) => change(event.target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              const [first] = rows;
              if (event.key === 'ArrowDown') onEnterList();
              else if (event.key === 'Enter' && query && first) open(first);
              else if (event.key === 'Enter' && query) searchAll();
              else if (event.key === 'Escape' && search) {
                // It would also close the drawer that this may be in.
                event.stopPropagation();
                change('');
              } else return;
              event.preventDefault();
            }}
          />
          {search && (
            <button
              type="button"
              className={iconButtonClass(true)}
              aria-label={t('sidebar.clearSearch')}
              onClick={() => {
                change('');
                focusSearch();
              }}
            >
              <X aria-hidden />
            </button>
          )}
        </div>
        <TagFilter
          tags={tags}
          isOn={(tag) => isTagOn(search, tag)}
          onToggle={(tag) => change(toggleTag(search, tag))}
          onManage={() => organizing.openDialog({ kind: 'tags' })}
        />
      </div>
      {query !== '' && (
        <button type="button" className={css['searchAll']} onClick={searchAll}>
          <TextSearch aria-hidden />
          <span className={css['text']}>{t('sidebar.searchAllFor', { search: query })}</span>
        </button>
      )}
      <p ref={announced} className="visually-hidden" role="status" />
    </>
  );
}

import { Search, TextSearch, X } from 'lucide-react';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { countTags } from '#storage/session-tags.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { TagFilter } from '#ui/shared/organize/tag-filter.tsx';
import { isTagOn, toggleTag } from './tag-token.ts';
import type { SidebarList } from './use-sidebar-list.ts';
import css from './sidebar.module.css';

interface SidebarSearchProps {
  sessions: readonly SessionRow[] | undefined;
  list: SidebarList;
  inputRef: RefObject<HTMLInputElement | null>;
  onChange: (text: string) => void;
  /** Also searches messages for these words. */
  onSearchAll: () => void;
  onOpen: (session: SessionRow) => void;
  /** Moves the focus to the list. */
  onEnterList: () => void;
  onManageTags: () => void;
}

/** Filters the list by words and tags, and leads on to the search of messages. */
export function SidebarSearch(props: SidebarSearchProps) {
  const { sessions, list, inputRef, onChange, onSearchAll, onOpen, onEnterList, onManageTags } = props;
  const { search, query, rows } = list;
  const t = useT('frame');
  const tags = useMemo(() => countTags(sessions ?? []), [sessions]);
  const announced = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Live regions are announced when their text changes. An unchanged count needs no announcement.
    if (announced.current) {
      announced.current.textContent = query && sessions ? t('sidebar.results', { count: rows.length }) : '';
    }
  }, [query, sessions, rows, t]);
  return (
    <>
      <div className={css['searchRow']}>
        <div className={css['search']}>
          <Search aria-hidden />
          <input
            ref={inputRef}
            type="search"
            value={search}
            placeholder={t('sidebar.search')}
            aria-label={t('sidebar.search')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              const [first] = rows;
              if (event.key === 'ArrowDown') onEnterList();
              else if (event.key === 'Enter' && query && first) onOpen(first);
              else if (event.key === 'Enter' && query) onSearchAll();
              else if (event.key === 'Escape' && search) onChange('');
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
                onChange('');
                inputRef.current?.focus();
              }}
            >
              <X aria-hidden />
            </button>
          )}
        </div>
        <TagFilter
          tags={tags}
          isOn={(tag) => isTagOn(search, tag)}
          onToggle={(tag) => onChange(toggleTag(search, tag))}
          onManage={onManageTags}
        />
      </div>
      {query !== '' && (
        <button type="button" className={css['searchAll']} onClick={onSearchAll}>
          <TextSearch aria-hidden />
          <span>{t('sidebar.searchAllFor', { search: query })}</span>
        </button>
      )}
      <p ref={announced} className="visually-hidden" role="status" />
    </>
  );
}

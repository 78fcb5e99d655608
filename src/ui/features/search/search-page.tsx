import { Search, X } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { SessionHits } from '#search/search-history.ts';
import { isEmptyQuery, parseQuery } from '#search/search-query.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { ToggleChip } from '#ui/kit/controls/toggle-chip.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { FILTER_HINTS, HELP } from './filter-hints.ts';
import { SampleGroup } from './sample-group.tsx';
import { SearchResults } from './search-results.tsx';
import { useAddressText } from './use-address-text.ts';
import { useSearch } from '#ui/data/use-search.ts';
import css from './search-page.module.css';

/**
 * The limit per conversation, until the user asks for all of them, and the overall limit, so that a common word doesn't
 * fill the page.
 */
const FEW = { perSession: 3, inAll: 120 };
const ALL = { perSession: 500, inAll: 500 };
const isRole = (word: string): boolean => word.startsWith('role:');
const NO_GROUPS: readonly SessionHits[] = [];

/** Searches all conversations and branches. The query is in the address. */
export function SearchPage({ text }: { text: string }) {
  const t = useT('search');
  const { typed, setTyped, keepNow } = useAddressText(text);
  const [expandedId, setExpandedId] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const query = useMemo(() => parseQuery(typed), [typed]);
  const empty = isEmptyQuery(query);
  const { sessions, summary, error, busy } = useSearch(query, FEW);
  const wholeQuery = useMemo(
    () => (expandedId === null ? null : { ...query, filters: { ...query.filters, session: expandedId } }),
    [query, expandedId],
  );
  const one = useSearch(wholeQuery, ALL);
  const current = empty ? NO_GROUPS : sessions;
  const deferred = useDeferredValue(current);
  // The first hit is drawn at once.
  const groups = deferred.length === 0 ? current : deferred;
  const [whole] = one.sessions;
  const shown = useMemo(() => groups.map((group) => (group.id === whole?.id ? whole : group)), [groups, whole]);

  useEffect(() => field.current?.focus(), []);
  // The button that asked for all of them is gone.
  const wholeId = whole?.id;
  useEffect(() => {
    if (wholeId === undefined || !isFocusLost()) return;
    const group = list.current?.querySelector(`[data-group="${CSS.escape(wholeId)}"]`);
    group?.querySelectorAll<HTMLElement>('li a')[FEW.perSession]?.focus();
  }, [wholeId]);

  const write = (next: string) => {
    setExpandedId(null);
    setTyped(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && typed !== '') write('');
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event.key === 'ArrowDown' ? 1 : -1);
    else return;
    event.preventDefault();
  };
  const moveFocus = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    if (at + by < 0 || (at < 0 && by < 0)) field.current?.focus();
    else (links[at + by] ?? links.at(-1))?.focus();
  };

  const nothing = !empty && !busy && !error && groups.length === 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move through the results
    <div role="search" className={css['page']} aria-label={t('title')} onKeyDown={onKeyDown}>
      <div className={css['head']}>
        <h1 className={css['title']}>{t('title')}</h1>
        <div className={css['field']}>
          <Search aria-hidden />
          <input
            ref={field}
            type="search"
            value={typed}
            aria-label={t('title')}
            placeholder={t('placeholder')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => write(event.target.value)}
            onBlur={keepNow}
          />
          {typed !== '' && (
            <IconButton small label={t('clear')} icon={<X />} onClick={() => (write(''), field.current?.focus())} />
          )}
        </div>
        <div className={css['hints']} role="group" aria-label={t('filters')}>
          {FILTER_HINTS.map(({ piece, label }) => {
            const words = typed.split(/\s+/u).filter(Boolean);
            const on = words.includes(piece);
            // A message has one role.
            const others = words.filter((word) => word !== piece && !(isRole(word) && isRole(piece)));
            const toggled = [...others, ...(on ? [] : [piece])].join(' ');
            return (
              <ToggleChip key={piece} pressed={on} onClick={() => (write(toggled), field.current?.focus())}>
                {t(label)}
              </ToggleChip>
            );
          })}
        </div>
        <output className={css['count']} aria-live="polite">
          {empty
            ? ''
            : busy
              ? t('busy')
              : summary
                ? `${t('count.messages', { count: summary.messages })} · ${t('count.sessions', { count: summary.sessions })}`
                : ''}
        </output>
      </div>
      <div ref={list} className={css['results']}>
        {error && (
          <Notice tone="danger" title={t('failed')} live>
            {error}
          </Notice>
        )}
        {summary && summary.unreadable > 0 && (
          <Notice tone="warning">{t('unreadable', { count: summary.unreadable })}</Notice>
        )}
        {empty && (
          <>
            <Help />
            <SampleGroup />
          </>
        )}
        {nothing && (
          <div className={css['none']}>
            <p>{t('none', { text: typed.trim() })}</p>
            {query.filters.trash === undefined && (
              <Button small onClick={() => (write(`${typed.trim()} is:deleted`), field.current?.focus())}>
                {t('inTrash')}
              </Button>
            )}
          </div>
        )}
        <SearchResults
          groups={shown}
          terms={query.terms}
          busyId={one.busy ? expandedId : null}
          scroller={list}
          onAll={setExpandedId}
        />
      </div>
    </div>
  );
}

function Help() {
  const t = useT('search');
  return (
    <div className={css['help']}>
      <p>{t('help.intro')}</p>
      <dl>
        {HELP.map(([name, example]) => (
          <div key={name}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{t(`help.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

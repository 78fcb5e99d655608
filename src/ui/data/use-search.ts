import { useEffect, useState } from 'react';
import type { SearchSummary, SessionHits } from '#search/search-history.ts';
import { isEmptyQuery, type SearchQuery } from '#search/search-query.ts';
import { errorMessage } from '#core/thrown.ts';
import { useServices } from './services.ts';

export interface Found {
  sessions: readonly SessionHits[];
  /** `null` while the search is running. */
  summary: SearchSummary | null;
  /** Why the history couldn't be read. */
  error: string | null;
}

interface SearchLimits {
  perSession: number;
  inAll: number;
}

/** The first hits are drawn at once, further ones together after this time. */
const REDRAW_MS = 100;
const NOTHING: Found = { sessions: [], summary: null, error: null };

/**
 * Searches at every change of the words, and cancels the search before. `null` searches for nothing; so does an empty
 * query, which gets the search ready. The previous results stay until there are new ones or the query is empty, so that
 * the list doesn't flicker at every key.
 */
export function useSearch(query: SearchQuery | null, { perSession, inAll }: SearchLimits): Found & { busy: boolean } {
  const { search } = useServices();
  const [found, setFound] = useState<Found>(NOTHING);
  const key = query === null ? '' : JSON.stringify([query, perSession, inAll]);
  const [shownKey, setShownKey] = useState('');
  useEffect(() => {
    if (key === '') return undefined;
    const abort = new AbortController();
    const [query] = JSON.parse(key) as [SearchQuery];
    async function run() {
      // Otherwise what was found before the field was emptied would appear at the first letter.
      if (isEmptyQuery(query)) setFound(NOTHING);
      const sessions: SessionHits[] = [];
      let later: ReturnType<typeof setTimeout> | undefined;
      const draw = () => {
        later = undefined;
        setShownKey(key);
        setFound({ sessions: [...sessions], summary: null, error: null });
      };
      try {
        const summary = await search.search(query, {
          signal: abort.signal,
          perSession,
          inAll,
          onFound(one) {
            sessions.push(one);
            if (sessions.length === 1) draw();
            else later ??= setTimeout(draw, REDRAW_MS);
          },
        });
        clearTimeout(later);
        if (summary === null) return;
        setShownKey(key);
        setFound({ sessions, summary, error: null });
      } catch (error) {
        clearTimeout(later);
        setShownKey(key);
        setFound({ sessions, summary: null, error: errorMessage(error) });
      }
    }
    void run();
    return () => abort.abort();
  }, [key, search, perSession, inAll]);
  if (query === null || isEmptyQuery(query)) return { ...NOTHING, busy: false };
  return { ...found, busy: shownKey !== key || (found.summary === null && found.error === null) };
}

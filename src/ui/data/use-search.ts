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

/** Debounces typing: otherwise every key would start a search that the next one cancels. */
const PAUSE_MS = 120;
const NOTHING: Found = { sessions: [], summary: null, error: null };

/**
 * Searches once the words have been unchanged for a moment; `null` searches for nothing. The previous results stay
 * until there are new ones, so that the list doesn't flicker at every key.
 */
export function useSearch(query: SearchQuery | null, { perSession, inAll }: SearchLimits): Found & { busy: boolean } {
  const { search } = useServices();
  const [found, setFound] = useState<Found>(NOTHING);
  const key = query === null || isEmptyQuery(query) ? '' : JSON.stringify([query, perSession, inAll]);
  const [shownKey, setShownKey] = useState('');
  useEffect(() => {
    if (key === '') return undefined;
    const abort = new AbortController();
    const [query] = JSON.parse(key) as [SearchQuery];
    const timer = setTimeout(() => void run(), PAUSE_MS);
    async function run() {
      const sessions: SessionHits[] = [];
      let drawn = 0;
      const draw = () => {
        drawn = 0;
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
            drawn ||= requestAnimationFrame(draw);
          },
        });
        cancelAnimationFrame(drawn);
        if (summary === null) return;
        setShownKey(key);
        setFound({ sessions, summary, error: null });
      } catch (error) {
        cancelAnimationFrame(drawn);
        setShownKey(key);
        setFound({ sessions, summary: null, error: errorMessage(error) });
      }
    }
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, search, perSession, inAll]);
  if (key === '') return { ...NOTHING, busy: false };
  return { ...found, busy: shownKey !== key || (found.summary === null && found.error === null) };
}

import { useCallback, useEffect, useState } from 'react';
import { usePageData } from '#ui/data/page-data.ts';

/** What Vite tells when a part of the page cannot be fetched: after an upgrade its file has another name. */
const EVENT = 'vite:preloadError';

/** Is this page of another build than what the host serves now? `reload` keeps what is written and not sent. */
export function useStalePage(): { stale: boolean; reload: () => Promise<void> } {
  const { drafts } = usePageData();
  const [stale, setStale] = useState(false);
  useEffect(() => {
    const life = new AbortController();
    window.addEventListener(EVENT, () => setStale(true), { signal: life.signal });
    return () => life.abort();
  }, []);
  const reload = useCallback(async () => {
    await drafts.flush();
    window.location.reload();
  }, [drafts]);
  return { stale, reload };
}

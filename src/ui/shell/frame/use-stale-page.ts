import { useCallback, useEffect, useState } from 'react';
import { useServices } from '#ui/data/services.ts';

/** The event that Vite fires when part of the page can't be loaded. After an upgrade its file has another name. */
const EVENT = 'vite:preloadError';

/** Whether this page is of a different build than the one the host serves now. `reload` keeps unsent text. */
export function useStalePage(): { stale: boolean; reload: () => Promise<void> } {
  const { drafts } = useServices();
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

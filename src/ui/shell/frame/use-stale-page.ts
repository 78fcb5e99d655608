import { useCallback, useEffect, useState } from 'react';
import { useServices } from '#ui/data/services.ts';

/**
 * The event that Vite fires when part of the page can't be loaded: the host didn't answer, or after an upgrade the file
 * has another name. The browser remembers the failure until the page is reloaded.
 */
const EVENT = 'vite:preloadError';

/** Whether a part of this page couldn't be loaded. `reload` keeps unsent text. */
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

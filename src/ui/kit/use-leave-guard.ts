import { useEffect } from 'react';

/** Asks before the window closes. What is asked is the browser's, or the desktop app's. */
export function useLeaveGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    const life = new AbortController();
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal: life.signal });
    return () => life.abort();
  }, [active]);
}

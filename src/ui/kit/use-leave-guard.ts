import { useEffect, useEffectEvent } from 'react';

const always = (): boolean => true;

/**
 * Asks before the window closes, if `isUnsaved` by then. What is asked is the browser's, or the desktop app's.
 */
export function useLeaveGuard(active: boolean, isUnsaved: () => boolean = always): void {
  const ask = useEffectEvent((event: Event) => isUnsaved() && event.preventDefault());
  useEffect(() => {
    if (!active) return undefined;
    const life = new AbortController();
    addEventListener('beforeunload', (event) => ask(event), { signal: life.signal });
    return () => life.abort();
  }, [active]);
}

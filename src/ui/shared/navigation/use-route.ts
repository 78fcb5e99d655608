import { useMemo, useSyncExternalStore } from 'react';
import { formatRoute, parseRoute, type Route } from './route.ts';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

export function useRoute(): Route<string> {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

/** `replace` adds no entry for the back button. */
export function navigate(route: Route, options?: { replace?: boolean }): void {
  const hash = formatRoute(route);
  if (hash === window.location.hash) return;
  if (options?.replace) window.location.replace(hash);
  else window.location.hash = hash;
}

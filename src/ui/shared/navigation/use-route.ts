import { useMemo, useSyncExternalStore } from 'react';
import { addressHolds } from '#ui/kit/held-address.ts';
import { formatRoute, hasTicket, parseRoute, type Route } from './route.ts';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

let hash = '';

/**
 * The address after `#`. A ticket for this window is no page: until the reload that takes it, the page stays where it
 * is, or leaving an unknown page would remove the ticket from the address.
 */
function currentHash(): string {
  if (addressHolds.size === 0 && !hasTicket(window.location.hash)) hash = window.location.hash;
  return hash;
}

export function useRoute(): Route<string> {
  const shown = useSyncExternalStore(subscribe, currentHash);
  return useMemo(() => parseRoute(shown), [shown]);
}

/** Whether the address is that of this conversation. */
export function isShown(sessionId: string): boolean {
  const route = parseRoute(window.location.hash);
  return route.name === 'session' && route.id === sessionId;
}

/**
 * Stays the same until the user goes elsewhere: an address that is replaced, as the words of a search are, keeps its
 * place. Always the same in browsers without the Navigation API.
 */
export const placeInHistory = (): string | undefined =>
  'navigation' in window ? window.navigation.currentEntry?.key : undefined;

/** `replace` adds no entry for the back button. */
export function navigate(route: Route, options?: { replace?: boolean }): void {
  const next = formatRoute(route);
  if (next === window.location.hash || hasTicket(window.location.hash)) return;
  if (options?.replace) window.location.replace(next);
  else window.location.hash = next;
}

const STORAGE_KEY = 'baton-token';

interface TokenPlaces {
  /** Set by the preload in Electron. */
  preload: string | undefined;
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState' | 'state'>;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * The per-launch token. In browser mode it arrives in the address fragment (never sent to a server), is taken out of
 * the address bar and history at once, and lives in this tab's session storage so that a reload finds it.
 */
export function readToken({ preload, location, history, storage }: TokenPlaces): string | null {
  if (preload) return preload;
  const fragment = new URLSearchParams(location.hash.replace(/^#/, ''));
  const fresh = fragment.get('t');
  if (!fresh) return storage.getItem(STORAGE_KEY);
  fragment.delete('t');
  const rest = fragment.toString();
  history.replaceState(history.state, '', `${location.pathname}${location.search}${rest ? `#${rest}` : ''}`);
  storage.setItem(STORAGE_KEY, fresh);
  return fresh;
}

/** A browser that keeps nothing for this page refuses here first; what that means is told with the history. */
export function takeToken(
  preload: string | undefined,
  page: Pick<Window, 'location' | 'history' | 'sessionStorage'>,
): string | null {
  try {
    return readToken({ preload, location: page.location, history: page.history, storage: page.sessionStorage });
  } catch {
    return null;
  }
}

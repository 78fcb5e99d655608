import { useEffect } from 'react';

/**
 * The address that a new start of Baton prints differs from the open one behind the `#` only, so the browser would not
 * load it anew; the page has to, to take the token in.
 */
export function useFreshToken(): void {
  useEffect(() => {
    const onHashChange = () => {
      if (new URLSearchParams(window.location.hash.slice(1)).has('t')) window.location.reload();
    };
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);
}

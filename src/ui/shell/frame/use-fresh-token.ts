import { useEffect } from 'react';

/**
 * The address that a new start of Baton prints differs from the open one behind the `#` only, so the browser would not
 * load it anew; the page has to, to take the token in.
 */
export function useFreshToken(): void {
  useEffect(() => {
    const onHashChange = (event: Event) => {
      if (!new URLSearchParams(window.location.hash.slice(1)).has('t')) return;
      // For the router it would be an unknown page, and leaving that would take the token out of the address.
      event.stopImmediatePropagation();
      window.location.reload();
    };
    window.addEventListener('hashchange', onHashChange, { capture: true });
    return () => window.removeEventListener('hashchange', onHashChange, { capture: true });
  }, []);
}

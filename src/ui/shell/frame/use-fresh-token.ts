import { useEffect } from 'react';

/**
 * The address that a new start of Baton prints differs from the open one only after the `#`, so the browser wouldn't
 * reload the page. It must reload to receive the token.
 */
export function useFreshToken(): void {
  useEffect(() => {
    const onHashChange = (event: Event) => {
      if (!new URLSearchParams(window.location.hash.slice(1)).has('t')) return;
      // The router would treat it as an unknown page, and leaving that would remove the token from the address.
      event.stopImmediatePropagation();
      window.location.reload();
    };
    window.addEventListener('hashchange', onHashChange, { capture: true });
    return () => window.removeEventListener('hashchange', onHashChange, { capture: true });
  }, []);
}

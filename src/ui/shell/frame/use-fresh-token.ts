import { useEffect } from 'react';
import { hasTicket } from '#ui/shared/navigation/route.ts';

/**
 * The address that a new start of Baton prints differs from the open one only after the `#`, so the browser wouldn't
 * reload the page. It must reload to receive the token.
 */
export function useFreshToken(): void {
  useEffect(() => {
    const onHashChange = () => {
      if (hasTicket(window.location.hash)) window.location.reload();
    };
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);
}

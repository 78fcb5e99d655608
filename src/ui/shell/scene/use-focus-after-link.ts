import { useEffect, useRef } from 'react';
import { focusComposerIfLost } from '#ui/shared/navigation/focus-composer.ts';
import type { Route } from '#ui/shared/navigation/route.ts';

/** Focuses the message box of another conversation when the link that led to it is gone. */
export function useFocusAfterLink(route: Route<string>): void {
  const id = route.name === 'session' ? route.id : null;
  const shown = useRef(id);
  useEffect(() => {
    if (id !== null && id !== shown.current) focusComposerIfLost(id);
    shown.current = id;
  }, [id]);
}

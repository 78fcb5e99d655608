import { type RefObject, useEffect, useRef } from 'react';
import { isFocusLost } from './is-focus-lost.ts';

/**
 * For a button that gives way to a form: the button gets the focus when it is back and what had the focus is gone with
 * the form.
 */
export function useFocusBack(open: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open && isFocusLost()) opener.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return opener;
}

import { useCallback, useEffect, useState } from 'react';
import { parseRoute } from '#ui/shared/navigation/route.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';

/** Browsers refuse to change the address at every key. */
const PAUSE_MS = 300;

interface AddressText {
  typed: string;
  setTyped: (text: string) => void;
  /** Writes to the address at once, before something else is opened. */
  keepNow: () => void;
}

/**
 * The query of the search page. It is stored in the address, so that reload and the back button preserve it. `text` is
 * the address's value: it sets the field when a link or the back button changed it, but never when it only catches up
 * with what was typed here.
 */
export function useAddressText(text: string): AddressText {
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState(text);
  /** The value that the address will have once it has caught up. */
  const [written, setWritten] = useState(text);
  if (seen !== text) {
    setSeen(text);
    if (text !== written) {
      setWritten(text);
      setTyped(text);
    }
  }
  const keep = useCallback((text: string) => {
    // Another page may be open that isn't rendered yet.
    if (parseRoute(window.location.hash).name !== 'search') return;
    setWritten(text);
    navigate({ name: 'search', text }, { replace: true });
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => keep(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, keep]);
  return { typed, setTyped, keepNow: () => keep(typed) };
}

import { useCallback, useEffect, useState } from 'react';
import { parseRoute } from '#ui/shared/navigation/route.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';

/** Browsers refuse to change the address at every key. */
const PAUSE_MS = 300;

interface AddressText {
  typed: string;
  setTyped: (text: string) => void;
  /** Writes to the address without waiting for a pause, before something else is opened. */
  keepNow: () => void;
}

/**
 * The words of the search page. They are kept in the address, so that a reload and the back button find them. `text` is
 * what the address says: it sets the field when a link or the back button changed it, and never when it only
 * repeats, late, what was typed here.
 */
export function useAddressText(text: string): AddressText {
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState(text);
  /** What the address says as soon as it has caught up. */
  const [written, setWritten] = useState(text);
  if (seen !== text) {
    setSeen(text);
    if (text !== written) {
      setWritten(text);
      setTyped(text);
    }
  }
  const keep = useCallback((words: string) => {
    // Another page may have been opened that is not drawn yet.
    if (parseRoute(window.location.hash).name !== 'search') return;
    setWritten(words);
    navigate({ name: 'search', text: words }, { replace: true });
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => keep(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, keep]);
  return { typed, setTyped, keepNow: () => keep(typed) };
}

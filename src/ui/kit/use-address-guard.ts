import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { addressHolds } from './held-address.ts';

const nothing = (): void => undefined;

/**
 * While it is active, the page on the screen stays when the address changes, and `onAway` is called. When it no longer
 * is, the page follows. Returns what puts the address back.
 */
export function useAddressGuard(active: boolean, onAway: () => void): () => void {
  const putBack = useRef(nothing);
  const onChange = useEffectEvent(onAway);
  useEffect(() => {
    if (!active) return undefined;
    const { hash } = window.location;
    const isAway = () => window.location.hash !== hash;
    const hold = Symbol(hash);
    const life = new AbortController();
    addressHolds.add(hold);
    addEventListener('hashchange', () => isAway() && onChange(), { signal: life.signal });
    putBack.current = () => {
      window.location.hash = hash;
    };
    return () => {
      putBack.current = nothing;
      life.abort();
      addressHolds.delete(hold);
      if (isAway()) dispatchEvent(new Event('hashchange'));
    };
  }, [active]);
  return useCallback(() => putBack.current(), []);
}

import { useEffect, useRef, useState } from 'react';

/** A promise that resolves to `false`, or rejects, says that nothing was stored. Whoever stores shows why. */
export type StorePress = (on: boolean) => void | Promise<unknown>;

/** What was stored is shown as stored within this time, unless someone else has changed it since. */
const SHOWN_WITHIN_MS = 5_000;

/**
 * For a switch of something that takes a moment to store. It is `on` as soon as it is pressed, so that the next press is
 * the opposite. Presses are stored one after the other, and of those that wait only the last.
 */
export function usePressed(stored: boolean, store: StorePress): { on: boolean; press: (on: boolean) => void } {
  const [pressed, setPressed] = useState<{ on: boolean; isStored: boolean } | null>(null);
  const storing = useRef(false);
  const waiting = useRef<(() => void) | null>(null);

  const settle = (on: boolean, isStored: boolean) => {
    storing.current = false;
    const next = waiting.current;
    waiting.current = null;
    if (next) next();
    else setPressed(isStored ? { on, isStored } : null);
  };
  const follow = (on: boolean, work: Promise<unknown>) => {
    storing.current = true;
    return work.then(
      (answer) => settle(on, answer !== false),
      (error: unknown) => {
        settle(on, false);
        throw error;
      },
    );
  };
  const begin = (on: boolean) => {
    const work = store(on);
    if (!(work instanceof Promise)) return setPressed(null);
    setPressed({ on, isStored: false });
    void follow(on, work);
  };

  if (pressed?.isStored && pressed.on === stored) setPressed(null);
  const isStored = pressed?.isStored ?? false;
  useEffect(() => {
    if (!isStored) return undefined;
    const timer = setTimeout(() => setPressed(null), SHOWN_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isStored]);

  return {
    on: pressed?.on ?? stored,
    press(on) {
      if (!storing.current) return begin(on);
      waiting.current = () => begin(on);
      setPressed({ on, isStored: false });
    },
  };
}

import { useEffect, useRef, useState } from 'react';

/** A promise that resolves to `false`, or rejects, says that nothing was stored. Whoever stores shows why. */
export type StoreChoice<T> = (choice: T) => void | Promise<unknown>;

/** What was stored is shown as stored within this time, unless someone else has changed it since. */
const SHOWN_WITHIN_MS = 5_000;

/**
 * For a control of something that takes a moment to store. A choice is shown as soon as it is made, so that the next press
 * of a switch is the opposite. Choices are stored one after the other, and of those that wait only the last.
 */
export function useChosen<T>(stored: T, store: StoreChoice<T>): { shown: T; choose: (choice: T) => void } {
  const [chosen, setChosen] = useState<{ choice: T; isStored: boolean } | null>(null);
  const storing = useRef(false);
  const waiting = useRef<(() => void) | null>(null);

  const settle = (choice: T, isStored: boolean) => {
    storing.current = false;
    const next = waiting.current;
    waiting.current = null;
    if (next) next();
    else setChosen(isStored ? { choice, isStored } : null);
  };
  const follow = (choice: T, work: Promise<unknown>) => {
    storing.current = true;
    return work.then(
      (answer) => settle(choice, answer !== false),
      (error: unknown) => {
        settle(choice, false);
        throw error;
      },
    );
  };
  const begin = (choice: T) => {
    const work = store(choice);
    if (!(work instanceof Promise)) return setChosen(null);
    setChosen({ choice, isStored: false });
    void follow(choice, work);
  };

  if (chosen?.isStored && chosen.choice === stored) setChosen(null);
  const isStored = chosen?.isStored ?? false;
  useEffect(() => {
    if (!isStored) return undefined;
    const timer = setTimeout(() => setChosen(null), SHOWN_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isStored]);

  return {
    shown: chosen === null ? stored : chosen.choice,
    choose(choice) {
      if (!storing.current) return begin(choice);
      waiting.current = () => begin(choice);
      setChosen({ choice, isStored: false });
    },
  };
}

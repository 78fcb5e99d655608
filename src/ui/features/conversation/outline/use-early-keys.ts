import { useEffect, useEffectEvent, useReducer } from 'react';

/** Adds a key, or takes the first one out. */
const change = (keys: readonly string[], by: string | null): readonly string[] =>
  by === null ? keys.slice(1) : [...keys, by];

/**
 * Returns what acts on a key: at once, or, while the lines are still read, as soon as they are there. Each key acts on
 * what the one before has led to.
 */
export function useEarlyKeys(busy: boolean, act: (key: string) => boolean): (key: string) => boolean {
  const [early, dispatch] = useReducer(change, []);
  const onTurn = useEffectEvent(act);
  useEffect(() => {
    const [key] = early;
    if (busy || key === undefined) return;
    onTurn(key);
    dispatch(null);
  }, [busy, early]);
  return (key) => {
    if (!busy && early.length === 0) return act(key);
    dispatch(key);
    return true;
  };
}

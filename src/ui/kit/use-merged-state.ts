import { useReducer } from 'react';

/** States that belong together. A change names the ones that it sets. */
export function useMergedState<State extends object>(initial: State): [State, (change: Partial<State>) => void] {
  return useReducer((now: State, change: Partial<State>) => ({ ...now, ...change }), initial);
}

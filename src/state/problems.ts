import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

/** An error in the background of what the user was doing. */
export interface Problem {
  id: number;
  error: Error;
}

export interface Problems {
  store: StoreApi<{ latest: Problem | null }>;
  add: (error: unknown) => void;
}

/**
 * Shows the same text in a row only once, since a failing disk repeats its message. `heard` gets every error, including
 * repeated ones.
 */
export function createProblems(onProblem: (error: Error) => void = () => undefined): Problems {
  const store = createStore<{ latest: Problem | null }>(() => ({ latest: null }));
  return {
    store,
    add(cause) {
      const error =
        cause instanceof Error ? cause : new Error(typeof cause === 'string' ? cause : 'Something went wrong.');
      onProblem(error);
      const { latest } = store.getState();
      if (latest?.error.message === error.message) return;
      store.setState({ latest: { id: (latest?.id ?? 0) + 1, error } });
    },
  };
}

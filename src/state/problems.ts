import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

/** Something that went wrong beside what a person was doing. */
export interface Problem {
  id: number;
  error: Error;
}

export interface Problems {
  store: StoreApi<{ latest: Problem | null }>;
  add: (error: unknown) => void;
}

/**
 * Told at most once for the same words in a row: a failing disk says the same thing many times. `heard` gets each of them, also the same one again.
 */
export function createProblems(heard: (error: Error) => void = () => undefined): Problems {
  const store = createStore<{ latest: Problem | null }>(() => ({ latest: null }));
  return {
    store,
    add(cause) {
      const error =
        cause instanceof Error ? cause : new Error(typeof cause === 'string' ? cause : 'Something went wrong.');
      heard(error);
      const { latest } = store.getState();
      if (latest?.error.message === error.message) return;
      store.setState({ latest: { id: (latest?.id ?? 0) + 1, error } });
    },
  };
}

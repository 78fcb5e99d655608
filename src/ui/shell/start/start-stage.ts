import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { StartAnswer, StartProgress, StartQuestion } from '#history/recovery/open-history.ts';
import { StorageError } from '#storage/storage-error.ts';

/** The progress of the page before there is a history to show. */
export type StartStage =
  | { kind: 'working'; progress: StartProgress | null }
  | { kind: 'question'; question: StartQuestion; answer: (answer: StartAnswer) => void }
  | { kind: 'failed'; error: StorageError }
  /** Something failed that has nothing to do with the history. */
  | { kind: 'broken'; error: unknown };

export interface StartStages {
  store: StoreApi<{ stage: StartStage }>;
  onProgress: (progress: StartProgress) => void;
  ask: (question: StartQuestion) => Promise<StartAnswer>;
  fail: (error: unknown) => void;
}

export function createStartStages(): StartStages {
  const store = createStore<{ stage: StartStage }>(() => ({ stage: { kind: 'working', progress: null } }));
  const set = (stage: StartStage) => store.setState({ stage });
  return {
    store,
    onProgress: (progress) => set({ kind: 'working', progress }),
    fail: (error) => set(error instanceof StorageError ? { kind: 'failed', error } : { kind: 'broken', error }),
    ask: (question) =>
      new Promise((resolve) => {
        set({
          kind: 'question',
          question,
          answer: (answer) => {
            set({ kind: 'working', progress: null });
            resolve(answer);
          },
        });
      }),
  };
}

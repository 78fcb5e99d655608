import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { ContinuationView } from '#core/reliability/todo-continuation.ts';

/** Automatic continuations in the conversations of this window. */
export interface Continuations {
  store: StoreApi<{ views: ReadonlyMap<string, ContinuationView> }>;
  show(sessionId: string, view: ContinuationView | null): void;
}

export function createContinuations(): Continuations {
  const store = createStore<{ views: ReadonlyMap<string, ContinuationView> }>(() => ({ views: new Map() }));
  return {
    store,
    show(sessionId, view) {
      const { views } = store.getState();
      if (view === null && !views.has(sessionId)) return;
      const next = new Map(views);
      if (view === null) next.delete(sessionId);
      else next.set(sessionId, view);
      store.setState({ views: next });
    },
  };
}

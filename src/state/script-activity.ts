import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { ScriptNote } from '#core/script-table.ts';

/** Activity of the user's scripts in this window. */
export interface ScriptActivity {
  /** Conversations in which a message waits for a script. */
  store: StoreApi<{ waiting: ReadonlySet<string> }>;
  wait(sessionId: string, waiting: boolean): void;
  /** For notes that are not stored with a call. */
  notify(sessionId: string, notes: readonly ScriptNote[]): void;
  listen(listener: (note: ScriptNote, sessionId: string) => void): () => void;
}

export function createScriptActivity(): ScriptActivity {
  const store = createStore<{ waiting: ReadonlySet<string> }>(() => ({ waiting: new Set() }));
  const listeners = new Set<(note: ScriptNote, sessionId: string) => void>();
  return {
    store,
    wait(sessionId, waiting) {
      const next = new Set(store.getState().waiting);
      if (waiting) next.add(sessionId);
      else next.delete(sessionId);
      store.setState({ waiting: next });
    },
    notify(sessionId, notes) {
      for (const note of notes) for (const listener of listeners) listener(note, sessionId);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

/** Unexpected results of a sync with other devices. */
export interface SyncNewsState {
  /** Conversations that were removed on another device but stayed because they were continued here. */
  retained: readonly string[];
  /** Hashes of attachments whose bytes were not found anywhere. */
  lost: readonly string[];
}

export interface SyncNotifications {
  store: StoreApi<SyncNewsState>;
  add(came: { retained: ReadonlySet<string>; lost: ReadonlySet<string> }): void;
  /** Called when the user has seen the notification. */
  clear(): void;
}

export function createSyncNotifications(): SyncNotifications {
  const store = createStore<SyncNewsState>(() => ({ retained: [], lost: [] }));
  return {
    store,
    add({ retained, lost }) {
      if (retained.size + lost.size === 0) return;
      const before = store.getState();
      store.setState({
        retained: [...new Set([...before.retained, ...retained])],
        lost: [...new Set([...before.lost, ...lost])],
      });
    },
    clear: () => store.setState({ retained: [], lost: [] }),
  };
}

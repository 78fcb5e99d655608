import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

/** What came from other machines and is not as anybody would expect. */
export interface SyncNewsState {
  /** Conversations that were removed on another machine, and kept because somebody has gone on with them. */
  kept: readonly string[];
  /** Hashes of attachments whose bytes are nowhere. */
  lost: readonly string[];
}

export interface SyncNotifications {
  store: StoreApi<SyncNewsState>;
  add(came: { kept: ReadonlySet<string>; lost: ReadonlySet<string> }): void;
  /** The person has been told. */
  heard(): void;
}

export function createSyncNotifications(): SyncNotifications {
  const store = createStore<SyncNewsState>(() => ({ kept: [], lost: [] }));
  return {
    store,
    add({ kept, lost }) {
      if (kept.size + lost.size === 0) return;
      const before = store.getState();
      store.setState({ kept: [...new Set([...before.kept, ...kept])], lost: [...new Set([...before.lost, ...lost])] });
    },
    heard: () => store.setState({ kept: [], lost: [] }),
  };
}

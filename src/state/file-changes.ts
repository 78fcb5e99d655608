import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { CheckpointHost } from '#host-client/host-api.ts';

/** What calls did to files, at the host. */
export interface FileChanges {
  /** Loaded when it is first asked for. */
  host: () => Promise<CheckpointHost>;
  /** How often the host reported changes, by topmost conversation. */
  store: StoreApi<Readonly<Record<string, number>>>;
  /** The host reported changes. */
  onChanged: (session: string) => void;
}

export function createFileChanges(host: () => Promise<CheckpointHost>): FileChanges {
  const store = createStore<Readonly<Record<string, number>>>(() => ({}));
  return {
    host,
    store,
    onChanged: (session) => store.setState((before) => ({ [session]: (before[session] ?? 0) + 1 })),
  };
}

import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { OrphanProcessList } from '#contract/orphan-processes.ts';
import type { OrphanProcessHost } from '#host-client/host-api.ts';
import { coalesceReloads } from './coalesce-reloads.ts';

export type OrphansOfSession = OrphanProcessList['conversations'][number];

export interface OrphanProcesses {
  store: StoreApi<{ conversations: readonly OrphansOfSession[] }>;
  reload: () => Promise<void>;
  /** Ends the orphaned processes of a conversation. Rejects when the request fails. */
  end(sessionId: string): Promise<void>;
  /** Called when the conversation is removed: ends everything that its commands started. */
  drop: (sessionId: string) => void;
}

/** Orphaned processes of all conversations, as last read by this window. */
export function createOrphanProcesses(source: OrphanProcessHost, onError: (error: unknown) => void): OrphanProcesses {
  const store = createStore<{ conversations: readonly OrphansOfSession[] }>(() => ({ conversations: [] }));
  const reload = coalesceReloads(async () => {
    try {
      store.setState({ conversations: (await source.list()).conversations });
    } catch (error) {
      onError(error);
    }
  });
  return {
    store,
    reload,
    async end(sessionId) {
      await source.end(sessionId, { calls: false });
      await reload();
    },
    drop: (sessionId) => void source.end(sessionId, { calls: true }).catch(onError),
  };
}

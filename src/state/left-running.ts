import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { LeftRunningList } from '#contract/left-running.ts';
import { reloadOnce } from './reload-once.ts';

/** The part of the host that is needed here. */
export interface LeftRunningSource {
  list(): Promise<LeftRunningList>;
  end(session: string, calls: boolean): Promise<void>;
}

export type LeftConversation = LeftRunningList['conversations'][number];

export interface LeftRunning {
  store: StoreApi<{ conversations: readonly LeftConversation[] }>;
  reload: () => Promise<void>;
  /** The person wants what a conversation left running to end. Rejects when it cannot be asked for. */
  end(sessionId: string): Promise<void>;
  /** The conversation goes away: everything that its commands started ends. */
  drop: (sessionId: string) => void;
}

/** What commands left running in any conversation, as this window last heard it. */
export function createLeftRunning(source: LeftRunningSource, onError: (error: unknown) => void): LeftRunning {
  const store = createStore<{ conversations: readonly LeftConversation[] }>(() => ({ conversations: [] }));
  const reload = reloadOnce(async () => {
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
      await source.end(sessionId, false);
      await reload();
    },
    drop: (sessionId) => void source.end(sessionId, true).catch(onError),
  };
}

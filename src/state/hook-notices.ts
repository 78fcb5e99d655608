import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Toast } from '#core/reliability/hook.ts';
import type { HookId } from '#core/reliability/hook-table.ts';

/** A toast of a hook, or the notice that a hook failed too often. */
export type HookNotice = { id: number; sessionId: string } & (
  | { kind: 'toast'; toast: Toast }
  | { kind: 'switched-off'; hook: HookId; why: string }
);

export interface HookNotices {
  /** Oldest first, until they have been shown. */
  store: StoreApi<{ waiting: readonly HookNotice[] }>;
  toast: (toast: Toast, sessionId: string) => void;
  switchedOff: (hook: HookId, sessionId: string, why: string) => void;
  shown: (id: number) => void;
  /** Drops the pending notices of a deleted conversation. */
  drop: (sessionId: string) => void;
}

/** More notices at once would not be read. */
const MAX_COUNT = 20;

export function createHookNotices(): HookNotices {
  const store = createStore<{ waiting: readonly HookNotice[] }>(() => ({ waiting: [] }));
  let last = 0;
  const put = (notice: HookNotice): void =>
    store.setState(({ waiting }) => ({ waiting: [...waiting, notice].slice(-MAX_COUNT) }));
  return {
    store,
    toast: (toast, sessionId) => put({ id: (last += 1), sessionId, kind: 'toast', toast }),
    switchedOff: (hook, sessionId, why) => put({ id: (last += 1), sessionId, kind: 'switched-off', hook, why }),
    shown: (id) => store.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one.id !== id) })),
    drop: (sessionId) =>
      store.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one.sessionId !== sessionId) })),
  };
}

import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

/** Conversations of this window that show a hint at tasks. */
export interface UsageHints {
  store: StoreApi<{ shown: ReadonlySet<string> }>;
  suggest(sessionId: string): void;
  dismiss(sessionId: string): void;
}

/** `claim` returns whether the conversation may show the hint. */
export function createUsageHints(
  claim: (sessionId: string) => Promise<boolean>,
  onError: (error: unknown) => void,
): UsageHints {
  const store = createStore<{ shown: ReadonlySet<string> }>(() => ({ shown: new Set() }));
  const show = async (sessionId: string): Promise<void> => {
    if (await claim(sessionId)) store.setState(({ shown }) => ({ shown: new Set(shown).add(sessionId) }));
  };
  return {
    store,
    suggest: (sessionId) => void show(sessionId).catch(onError),
    dismiss(sessionId) {
      store.setState(({ shown }) => ({ shown: new Set([...shown].filter((id) => id !== sessionId)) }));
    },
  };
}

import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { CompactionFlaw } from '#core/reliability/check-compaction.ts';
import type { NotificationLevel } from '#core/reliability/configuration.ts';

/** What the context manager did to keep a conversation within its window. */
export type ContextNotice =
  | { kind: 'pruned'; sessionId: string; parts: number; level: NotificationLevel }
  | { kind: 'summarized'; sessionId: string; messageId: string }
  /** Why there is no summary: it took too long, or the text is unusable. */
  | { kind: 'failed'; sessionId: string; why: 'late' | CompactionFlaw }
  /** `message` is the error's message. */
  | { kind: 'failed'; sessionId: string; why: 'refused'; message: string };

export interface ContextNotices {
  /** Conversations whose summary is being written. */
  store: StoreApi<{ summarizing: ReadonlySet<string> }>;
  show(sessionId: string, summarizing: boolean): void;
  notify(notice: ContextNotice): void;
  listen(listener: (notice: ContextNotice) => void): () => void;
}

export function createContextNotices(): ContextNotices {
  const store = createStore<{ summarizing: ReadonlySet<string> }>(() => ({ summarizing: new Set() }));
  const listeners = new Set<(notice: ContextNotice) => void>();
  return {
    store,
    show(sessionId, summarizing) {
      const next = new Set(store.getState().summarizing);
      if (summarizing) next.add(sessionId);
      else next.delete(sessionId);
      store.setState({ summarizing: next });
    },
    notify(notice) {
      for (const listener of listeners) listener(notice);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

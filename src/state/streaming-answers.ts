import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { ErrorKind } from '#core/error.ts';
import type { Part } from '#core/message.ts';
import type { Usage } from '#core/usage.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { createFrameQueue } from './frame-queue.ts';

/** The answer that is being written in this window. Folded outside React, published at most once per frame. */
export interface StreamingAnswer {
  sessionId: string;
  /** The stored message it grows into. */
  messageId: string;
  /**
   * `queued`: as many runs as may run at once are running. `unsaved`: the answer has ended and storage refuses it; it
   * is kept here and tried again.
   */
  phase: 'queued' | 'preparing' | 'waiting' | 'thinking' | 'answering' | 'stopping' | 'retrying' | 'unsaved';
  startedAt: number;
  /** New array identity at most once per frame; a part that did not change keeps its identity. */
  parts: readonly Part[];
  usage?: Usage;
  /** While `retrying`: when the next attempt starts, and why. */
  retry?: { at: number; attempt: number; reason: string };
  /**
   * The vendor has refused the request and a stricter one was sent instead: its own words, and the kinds of overlays
   * that make the difference (see core/normalize/overlays.ts). Stays until the run ends.
   */
  repaired?: { kind: ErrorKind; reason: string; without: readonly string[] };
  /** While `unsaved`: why. */
  problem?: Error;
}

/** By the conversation; where it has several answers written at once, each by its message. */
export interface StreamingAnswers {
  store: StoreApi<{ runs: ReadonlyMap<string, StreamingAnswer> }>;
  /** Publishes at the next frame; of several calls in one frame only the last `current` is asked. */
  publish(key: string, current: () => StreamingAnswer): void;
  /**
   * Removes the run at once; nothing asked for earlier is published after. `final` is the answer as stored: whoever
   * shows the conversation takes it over in the same moment, so that no frame shows neither.
   */
  end(key: string, final: StoredMessage | null): void;
  isLive(messageId: string): boolean;
  onEnd(listener: (final: StoredMessage) => void): () => void;
}

/** `requestFrame` as for a frame queue. */
export function createStreamingAnswers(requestFrame: (fn: () => void) => void): StreamingAnswers {
  const store = createStore<{ runs: ReadonlyMap<string, StreamingAnswer> }>(() => ({ runs: new Map() }));
  const listeners = new Set<(final: StoredMessage) => void>();
  const queue = createFrameQueue<StreamingAnswer>(requestFrame, (values) => {
    store.setState({ runs: new Map([...store.getState().runs, ...values]) });
  });

  return {
    store,
    publish: queue.put,
    isLive(messageId) {
      for (const run of store.getState().runs.values()) if (run.messageId === messageId) return true;
      return false;
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end(key, final) {
      queue.drop(key);
      if (final) for (const listener of listeners) listener(final);
      if (!store.getState().runs.has(key)) return;
      const runs = new Map(store.getState().runs);
      runs.delete(key);
      store.setState({ runs });
    },
  };
}

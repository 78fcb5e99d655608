import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { ErrorKind } from '#core/error.ts';
import type { Part } from '#core/message.ts';
import type { PicturePreview } from '#core/stream-event.ts';
import type { Usage } from '#core/usage.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { createFrameQueue } from './frame-queue.ts';

/** The answer that is being written in this window. Folded outside React, published at most once per frame. */
export interface StreamingAnswer {
  sessionId: string;
  /** The stored message that it grows into. */
  messageId: string;
  /**
   * `queued`: the maximum number of runs is in progress. `unsaved`: the answer has ended and storage rejects it. It
   * stays here and is retried.
   */
  phase: 'queued' | 'preparing' | 'waiting' | 'thinking' | 'answering' | 'stopping' | 'retrying' | 'unsaved';
  startedAt: number;
  /** New array identity at most once per frame. An unchanged part keeps its identity. */
  parts: readonly Part[];
  /** Unfinished pictures, by the place of their part. They are only here, and gone when the answer ends. */
  previews?: ReadonlyMap<number, PicturePreview>;
  usage?: Usage;
  /** While `retrying`: when the next attempt starts, and why. */
  retry?: { at: number; attempt: number; reason: string };
  /**
   * The vendor refused the request and a stricter one was sent instead: the vendor's message, and the kinds of overlays
   * that make the difference (see core/normalize/overlays.ts). Stays until the run ends.
   */
  repaired?: { kind: ErrorKind; reason: string; without: readonly string[] };
  /** While `unsaved`: the error. */
  problem?: Error;
}

/** By session id. If a session has several answers at once, by message id. */
export interface StreamingAnswers {
  store: StoreApi<{ runs: ReadonlyMap<string, StreamingAnswer> }>;
  /**
   * Announces at the next frame what was stored at the end of a conversation's path: a question and the empty answer to
   * it, or the answer alone. The conversation view shows it together with the answer that is published meanwhile.
   */
  inserted(messages: readonly StoredMessage[]): void;
  /** Publishes at the next frame. Of several calls in one frame, only the last `current` is called. */
  publish(key: string, current: () => StreamingAnswer): void;
  /**
   * Removes the answer immediately and drops pending publishes. `final` is the stored answer. The conversation view
   * takes it over in the same moment, so that every frame shows one of the two.
   */
  end(key: string, final: StoredMessage | null): void;
  isLive(messageId: string): boolean;
  /** Whether the answer was written in this window and is stored: a row that says otherwise was read before. */
  hasEnded(messageId: string): boolean;
  onInserted(listener: (messages: readonly StoredMessage[]) => void): () => void;
  onEnd(listener: (final: StoredMessage) => void): () => void;
}

type Published = StreamingAnswer | { messages: readonly StoredMessage[] };

/** Of the messages stored last in a session. */
const insertedKey = (sessionId: string): string => `inserted ${sessionId}`;

/** `requestFrame`: see `createFrameQueue`. */
export function createStreamingAnswers(requestFrame: (fn: () => void) => void): StreamingAnswers {
  const store = createStore<{ runs: ReadonlyMap<string, StreamingAnswer> }>(() => ({ runs: new Map() }));
  const endListeners = new Set<(final: StoredMessage) => void>();
  const insertListeners = new Set<(messages: readonly StoredMessage[]) => void>();
  const ended = new Set<string>();
  const queue = createFrameQueue<Published>(requestFrame, (values) => {
    const runs = new Map(store.getState().runs);
    for (const [key, value] of values)
      if ('messages' in value) for (const listener of insertListeners) listener(value.messages);
      else runs.set(key, value);
    store.setState({ runs });
  });

  return {
    store,
    inserted(messages) {
      const [first] = messages;
      if (first) queue.put(insertedKey(first.sessionId), () => ({ messages }));
    },
    publish: queue.put,
    isLive(messageId) {
      for (const run of store.getState().runs.values()) if (run.messageId === messageId) return true;
      return false;
    },
    hasEnded: (messageId) => ended.has(messageId),
    onInserted(listener) {
      insertListeners.add(listener);
      return () => insertListeners.delete(listener);
    },
    onEnd(listener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },
    end(key, final) {
      queue.drop(key);
      queue.drop(insertedKey(key));
      if (final) {
        ended.add(final.id);
        for (const listener of endListeners) listener(final);
      }
      if (!store.getState().runs.has(key)) return;
      const runs = new Map(store.getState().runs);
      runs.delete(key);
      store.setState({ runs });
    },
  };
}

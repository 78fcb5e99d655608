import type { Part } from '#core/message.ts';
import type { Usage } from '#core/usage.ts';

/** The answer that is being written in this window. Folded outside React, published at most once per frame. */
export interface LiveRun {
  sessionId: string;
  /** The stored message it grows into. */
  messageId: string;
  phase: 'preparing' | 'waiting' | 'thinking' | 'answering' | 'stopping' | 'retrying';
  startedAt: number;
  /** New array identity at most once per frame; a part that did not change keeps its identity. */
  parts: readonly Part[];
  usage?: Usage;
  /** While `retrying`: when the next attempt starts, and why. */
  retry?: { at: number; attempt: number; reason: string };
}

import type { HistoryMessage } from '#core/message.ts';
import type { Target } from '#core/request.ts';

/** Something that makes a vendor's request of a conversation and sends it with the global fetch. */
export interface Library {
  name: string;
  /** Made once per target, as a program would; the call ends when the request has left, or rejects. */
  prepare(target: Target): (history: readonly HistoryMessage[]) => Promise<void>;
}

import type { HistoryMessage } from '#core/message.ts';
import type { Target } from '#core/request.ts';

/** A library that makes a vendor's request from a conversation and sends it with the global fetch. */
export interface Library {
  name: string;
  /**
   * Created once per target, like a program would. Takes a conversation into the form that the library itself stores;
   * the call of what that returns ends when the request was sent, or rejects.
   */
  prepare(target: Target): (history: readonly HistoryMessage[]) => () => Promise<void>;
}

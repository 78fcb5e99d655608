import type { Excludable } from '../reduction/exclude.ts';
import type { RequestParameters } from '#core/vendors/base/request-parameters.ts';
import type { SessionRow, SessionTarget, TargetChange } from '#storage/rows.ts';
import type { OutgoingMessage } from '../base/outgoing-message.ts';
import type { SummaryOutcome, Summary, SummaryView } from '../context/summarize.ts';

/**
 * What the user can do with a conversation. Every method stores before it acts and resolves when the
 * conversation is usable again; a vendor's failure is a stored message, not a rejection.
 * Rejections are for broken storage or a session another window writes to.
 */
export interface ChatFlows {
  createSession(target: SessionTarget | null, folder?: string): Promise<SessionRow>;
  renameSession(id: string, title: string): Promise<void>;
  setPinned(id: string, pinned: boolean): Promise<void>;
  /** Puts the session into the trash; `restoreSession` undoes it. */
  deleteSession(id: string): Promise<void>;
  restoreSession(id: string): Promise<void>;
  /** Removes a session of the trash and all that is kept of it. Nothing undoes it. */
  removeSession(id: string): Promise<void>;
  /** Keeps what isn't named of it: the thinking level with a new model, the model with a new level. */
  setTarget(id: string, target: TargetChange): Promise<void>;
  setSystem(id: string, system: string): Promise<void>;
  /** Most messages of one request; null for no limit. */
  setMaxMessages(id: string, maxMessages: number | null): Promise<void>;
  setParameters(id: string, parameters: RequestParameters): Promise<void>;
  /** Whether models that make pictures may make some, from the next message on. */
  setPictures(id: string, wanted: boolean): Promise<void>;

  send(sessionId: string, outgoing: OutgoingMessage): Promise<void>;
  /** Ends the run; what has arrived stays as a complete, aborted answer. */
  stop(sessionId: string): void;
  /**
   * Asks again for an answer to the same message: a sibling; the old answer stays. With `target` the conversation goes
   * over to that model first.
   */
  retry(sessionId: string, messageId: string, target?: SessionTarget): Promise<void>;
  /**
   * After an answer that did not fit: has the conversation before it summarized, whatever its estimate says, and asks
   * again after the summary. Rejects with NotSummarizedError, and asks nothing, where there is none.
   */
  summarizeAndRetry(sessionId: string, messageId: string): Promise<void>;
  /**
   * Asks one question of several models at once, each for itself and without tools. Their answers are siblings, and the
   * path ends in the question until `chooseAnswer` chooses one.
   */
  compare(sessionId: string, outgoing: OutgoingMessage, targets: readonly SessionTarget[]): Promise<void>;
  /** Asks these models too: the same for a question that has answers. */
  compareWith(sessionId: string, questionId: string, targets: readonly SessionTarget[]): Promise<void>;
  /** Asks the model of one compared answer again; the others go on. */
  retryCompared(sessionId: string, messageId: string): Promise<void>;
  /** Ends one of several answers that are being written; what has arrived stays. */
  stopAnswer(sessionId: string, messageId: string): void;
  /** Chooses one of several answers, and its model for what comes next. */
  chooseAnswer(sessionId: string, messageId: string): Promise<void>;
  /** Carries on after a cut or stopped answer with a new exchange. */
  continueAnswer(sessionId: string, messageId: string): Promise<void>;
  /** Accepts an interrupted answer as it is. */
  acceptPartial(sessionId: string, messageId: string): Promise<void>;
  /** Replaces a user message by an edited sibling and asks for an answer. */
  editAndSend(sessionId: string, messageId: string, outgoing: OutgoingMessage): Promise<void>;
  /**
   * Stores an answer as the user rewrote it, beside the original, and shows it. Not for one that called tools. Resolves
   * with its id.
   */
  editAnswer(sessionId: string, messageId: string, text: string): Promise<string>;
  /** Excludes a message or one tool result from requests, or includes it again. */
  setExcluded(sessionId: string, target: Excludable, isExcluded: boolean): Promise<void>;
  /** Deletes a message or one tool result, which stays in storage, or restores it. */
  setDeleted(sessionId: string, target: Excludable, isDeleted: boolean): Promise<void>;
  /** Chooses among siblings: the path now runs through this message to its newest leaf. */
  choosePath(sessionId: string, messageId: string): Promise<void>;
  /** Chooses the path through this message unless it is the chosen one already. */
  showMessage(sessionId: string, messageId: string): Promise<void>;

  /** A new conversation with the chosen path up to now; the one it is taken from goes on with `stay`. */
  fork(sessionId: string, options: { title: string; stay: SessionTarget | null }): Promise<SessionRow>;
  /**
   * A new conversation with what leads to this message and, without `instead`, the message itself; with it, that is the
   * unsent text there. The one it is taken from stays as it is.
   */
  forkAt(
    sessionId: string,
    messageId: string,
    options: { title: string; instead?: OutgoingMessage },
  ): Promise<SessionRow>;
  /** Puts a fork into the trash, and its unsent text and target back to where it was taken from. */
  undoFork(forkId: string, sessionId: string): Promise<void>;

  /**
   * Asks the model that answered last for a summary of the chosen path; the conversation stays as it is. A vendor's
   * failure is a result.
   */
  summarize(sessionId: string, signal: AbortSignal, show: (view: SummaryView) => void): Promise<SummaryOutcome>;
  /** Sends the summary from now on instead of the messages it replaces; resolves to the id of its message. */
  insertSummary(sessionId: string, summary: Pick<Summary, 'text' | 'origin' | 'leafId'>): Promise<string>;
  /** Sends again what a summary stood for. */
  undoSummary(sessionId: string, messageId: string): Promise<void>;
  reuseSummary(sessionId: string, messageId: string): Promise<void>;

  /** Leaves more of the oldest messages out of requests, until `widenWindow`. */
  narrowWindow(sessionId: string): Promise<void>;
  widenWindow(sessionId: string): Promise<void>;
  /** Sends in full again what was pruned or truncated to fit the budget, until `enableReduction`. */
  disableReduction(sessionId: string): Promise<void>;
  enableReduction(sessionId: string): Promise<void>;
}

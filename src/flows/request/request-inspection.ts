import type { Connection } from '#contract/connection.ts';
import type { ModelError } from '#core/error.ts';
import type { Model, ThinkingLevel } from '#core/model.ts';
import type { CompileReport } from '#core/request.ts';
import type { RequestSize } from '#core/window/measure-request.ts';
import type { SendRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import type { CapturedRequest } from '#vendors/base/base-ai-service.ts';
import type { OutgoingMessage } from '../base/outgoing-message.ts';

/** One thing changed for a vendor; messages by id. */
export type DescribedNote = SendRow['notes'][number];

/** What became of the conversation on its way into a request. */
export interface CompileDescription {
  notes: readonly DescribedNote[];
  /** Questions and answers that go along, oldest first; what tools returned belongs to the answer that called. */
  inside: readonly string[];
  /** Questions and answers that go as a summary, which counts as one of `inside`. */
  summarised?: number;
  /** Questions and answers before the window. `more`: there are still older ones, which were not counted. */
  left: number;
  more: boolean;
  /** Estimated input tokens, and the budget they had to fit; null when the model's window is unknown. */
  tokens: number;
  budget: number | null;
  problem?: NonNullable<CompileReport['problem']>;
}

/** A request that is not sent yet. */
export interface RequestPreview {
  connection: Connection;
  model: Model;
  thinking: ThinkingLevel;
  report: CompileDescription;
  request: CapturedRequest;
}

export type PreviewResult = ({ ok: true } & RequestPreview) | { ok: false; error: ModelError };

export interface Inspection {
  answer: StoredMessage;
  /** How it was asked for, as written down then; null for answers from before Baton wrote it down, and imported ones. */
  send: SendRow | null;
  connection: Connection | null;
  model: Model | null;
  rebuilt: Rebuilt;
}

/**
 * The request compiled again from the stored history. `exact`: its body has the digest of the one that was sent.
 * `recorded`: there is no digest to compare with. `gone`: it cannot be built any more.
 */
export type Rebuilt =
  | { kind: 'exact' | 'differs' | 'unrecorded'; request: CapturedRequest; report: CompileDescription }
  | { kind: 'gone'; why: 'connection' | 'origin' | 'failed'; words?: string };

/** Questions and answers in a row that are not sent, up to the one with the id `before`. */
export interface Gap {
  before: string;
  count: number;
  /** There are still older ones, which were not counted. */
  more: boolean;
  why: 'room' | 'limit' | 'narrowed';
}

/** How full the window of the session's model is: the next request as far as it is known, what is typed left out. */
export interface ContextMeasure extends Omit<RequestSize, 'report'> {
  model: Model;
  /** Questions and answers that are not sent. `more`: there are still older ones, which were not counted. */
  left: number;
  more: boolean;
  /** Where on the path they are; empty where everything is sent. */
  gaps: readonly Gap[];
  /** Most messages of a request; null for no limit. */
  maxMessages: number | null;
  /** The user asked for a smaller window here. */
  narrowed: boolean;
  /** Parts that are pruned or shortened to make room; null where the person wants them whole. */
  cuts: number | null;
}

/** Looks at requests without sending any. Every method only reads. */
export interface RequestInspection {
  /**
   * What the next request would be, to the session's model or to another. Without `outgoing`, NEXT_MESSAGE stands
   * where the next message will be. Rejects when storage fails or the conversation cannot be compiled.
   */
  preview(sessionId: string, wanted?: { target?: SessionTarget; outgoing?: OutgoingMessage }): Promise<PreviewResult>;
  /** Counts the next request without making it; null while the session names no model that can be asked. */
  measure(sessionId: string): Promise<ContextMeasure | null>;
  /** How an answer was asked for; null when there is no such answer. Without an id: the newest on the path. */
  inspect(sessionId: string, answerId: string | null): Promise<Inspection | null>;
}

/** Stands in a preview for the message that is not written yet. */
export const NEXT_MESSAGE = '[your next message]';

/** Id of that message in a report. */
export const NEXT_ID = 'next';

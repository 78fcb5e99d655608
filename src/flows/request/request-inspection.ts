import type { SentPicture } from '#core/pictures/sent-picture.ts';
import type { Connection } from '#contract/connection.ts';
import type { ModelError } from '#core/error.ts';
import type { Model, ThinkingLevel } from '#core/model.ts';
import type { RequestSize } from '#core/normalize/measure-request.ts';
import type { CompileReport } from '#core/request.ts';
import type { SendRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import type { CapturedRequest } from '#vendors/base/base-ai-service.ts';
import type { OutgoingMessage } from '../base/outgoing-message.ts';

/** One change made for a vendor, with the message by id. */
export type DescribedNote = SendRow['notes'][number];

/** What a compile did with the conversation. */
export interface CompileDescription {
  notes: readonly DescribedNote[];
  /** Questions and answers that are sent, oldest first. Tool results belong to the answer that made the calls. */
  inside: readonly string[];
  /** Questions and answers that a summary replaces. The summary counts as one of `inside`. */
  summarized?: number;
  /** Questions and answers before the window. `more`: there are older ones that were not counted. */
  left: number;
  more: boolean;
  /** Estimated input tokens, and the token budget, which is `null` when the model's window is unknown. */
  tokens: number;
  budget: number | null;
  problem?: NonNullable<CompileReport['problem']>;
}

/** A request that has not been sent. */
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
  /**
   * How it was requested, as recorded at the time. `null` for imported answers, and for answers from before Baton
   * recorded it.
   */
  send: SendRow | null;
  connection: Connection | null;
  model: Model | null;
  rebuilt: Rebuilt;
}

/**
 * The request compiled again from the stored history. `exact`: its body has the digest of the one that was sent.
 * `unrecorded`: there is no digest to compare with. `gone`: it can't be rebuilt.
 */
export type Rebuilt =
  | { kind: 'exact' | 'differs' | 'unrecorded'; request: CapturedRequest; report: CompileDescription }
  | { kind: 'gone'; why: 'connection' | 'origin' | 'failed'; message?: string };

/** Consecutive questions and answers that are not sent, right before the message with the id `before`. */
export interface Gap {
  before: string;
  count: number;
  /** There are older ones that were not counted. */
  more: boolean;
  why: 'budget' | 'limit' | 'narrowed';
}

/** How full the window of the session's model is: the next request as far as it is known, without the draft. */
export interface ContextMeasure extends Omit<RequestSize, 'report'> {
  model: Model;
  /** Questions and answers that are not sent. `more`: there are older ones that were not counted. */
  left: number;
  more: boolean;
  /** Where they are on the path. Empty when everything is sent. */
  gaps: readonly Gap[];
  /** Most messages in a request. `null` for no limit. */
  maxMessages: number | null;
  /** The user asked for a smaller window in this session. */
  narrowed: boolean;
  /** How many parts are pruned or truncated. `null` when the user wants them in full. */
  cuts: number | null;
}

/** Inspects requests without sending any. Every method only reads. */
export interface RequestInspection {
  /**
   * Returns what the next request would be, to the session's model or to another. Without `outgoing`, NEXT_MESSAGE
   * takes the place of the next message. Rejects when storage fails or the conversation can't be compiled.
   */
  preview(
    sessionId: string,
    requested?: { target?: SessionTarget; outgoing?: OutgoingMessage },
  ): Promise<PreviewResult>;
  /** Estimates the next request without making it. `null` while the session names no model that can be asked. */
  measure(sessionId: string): Promise<ContextMeasure | null>;
  /** What a model would be sent of a stored picture; `null` when it takes none. Rejects when scaling breaks down. */
  picture(
    sessionId: string,
    picture: { blob: string; mime: string },
    target: SessionTarget,
  ): Promise<SentPicture | null>;
  /** Returns how an answer was requested. `null` when there is none. Without an id: the newest on the path. */
  inspect(sessionId: string, answerId: string | null): Promise<Inspection | null>;
}

/** Takes the place of the unwritten message in a preview. */
export const NEXT_MESSAGE = '[your next message]';

/** Id of that message in a report. */
export const NEXT_ID = 'next';

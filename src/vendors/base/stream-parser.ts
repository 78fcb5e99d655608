import type { ModelError } from '#core/error.ts';
import type { Stop } from '#core/message.ts';
import type { Note } from '#core/request.ts';
import type { Vendor } from '#core/vendor.ts';
import type { AnswerParts } from './answer-parts.ts';

/** How the vendor said the answer ended. */
export interface Ending {
  stop: Stop;
  error?: ModelError;
  /** What the answer shows about how the vendor read the request. */
  notes?: readonly Note[];
}

/** Parses the raw chunks of one answer into parts. Knows nothing about the network. */
export interface StreamParser<Chunk> {
  readonly parts: AnswerParts;
  /** The model that answered, once known. */
  readonly model: string | undefined;
  /** What the vendor reports having changed in the request before reading it. */
  readonly notes?: readonly Note[];
  push(chunk: Chunk): void;
  /** No more chunks will come. What is held back becomes part of the answer. */
  close?(): void;
  /** `null` until the vendor has said that the answer is complete. */
  ending(): Ending | null;
  /** How an answer ended whose server closed the stream in order and never said so; `null` if it may have broken off. */
  unsaidEnding?(): Ending | null;
}

/** The model or the vendor's filter declined. Sending the same request again won't help. */
export function refusedEnding(vendor: Vendor, message: string, code: string): Ending {
  return { stop: 'refusal', error: { kind: 'refused', retryable: false, message, code, vendor } };
}

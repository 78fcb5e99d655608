import type { ModelError } from '#core/error.ts';
import type { Stop } from '#core/message.ts';
import type { Note } from '#core/request.ts';
import type { Vendor } from '#core/vendor.ts';
import type { AnswerParts } from './answer-parts.ts';

/** How an answer ended by the vendor's own word. */
export interface Ending {
  stop: Stop;
  error?: ModelError;
  /** What the answer shows about how the request was read. */
  notes?: readonly Note[];
}

/** Turns the raw chunks of one answer into parts. Knows nothing of the network. */
export interface StreamParser<Chunk> {
  readonly parts: AnswerParts;
  /** The model that answered, once known. */
  readonly model: string | undefined;
  /** What the vendor says it changed in the request before reading it. */
  readonly notes?: readonly Note[];
  push(chunk: Chunk): void;
  /** null while the vendor has not said that the answer is complete. */
  ending(): Ending | null;
}

/** The model or the vendor's filter declined; asking the same again will not help. */
export function refusedEnding(vendor: Vendor, message: string, code: string): Ending {
  return { stop: 'refusal', error: { kind: 'refused', retryable: false, message, code, vendor } };
}

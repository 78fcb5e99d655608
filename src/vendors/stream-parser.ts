import type { ModelError } from '#core/error.ts';
import type { Stop } from '#core/message.ts';
import type { AnswerParts } from './answer-parts.ts';

/** How an answer ended by the vendor's own word. */
export interface Ending {
  stop: Stop;
  error?: ModelError;
}

/** Turns the raw chunks of one answer into parts. Knows nothing of the network. */
export interface StreamParser<Chunk> {
  readonly parts: AnswerParts;
  /** The model that answered, once known. */
  readonly model: string | undefined;
  push(chunk: Chunk): void;
  /** null while the vendor has not said that the answer is complete. */
  ending(): Ending | null;
}

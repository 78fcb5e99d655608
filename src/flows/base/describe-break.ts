import type { ModelError } from '#core/error.ts';
import { errorMessage } from '#core/thrown.ts';

/** Describes a failure outside the stream: a chunk that did not load, or a history that could not be compiled. */
export function describeBreak(error: unknown): ModelError {
  const message = errorMessage(error);
  return { kind: 'unknown', retryable: true, code: 'not_sent', message };
}

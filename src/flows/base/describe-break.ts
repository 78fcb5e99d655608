import type { ModelError } from '#core/error.ts';

/** Something outside the stream broke: a chunk that did not load, a history that could not be compiled. */
export function describeBreak(error: unknown): ModelError {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'unknown', retryable: true, code: 'not_sent', message };
}

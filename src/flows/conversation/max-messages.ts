import { z } from 'zod/mini';

/** The most messages of one request, for sessions that don't set it; see `SessionRow.maxMessages`. */
export const MAX_MESSAGES_KEY = 'chat.maxMessages';

/** Bounds of the limit: one question with its answer, and more than anyone counts. */
export const MAX_MESSAGES_RANGE = { min: 2, max: 10_000 } as const;

/** The stored form; `null` for no limit. */
export const StoredMaxMessages = z.nullable(
  z.int().check(z.minimum(MAX_MESSAGES_RANGE.min), z.maximum(MAX_MESSAGES_RANGE.max)),
);

/** A stored value of another shape means no limit. */
export function readMaxMessages(value: unknown): number | null {
  return z.catch(StoredMaxMessages, null).parse(value ?? null);
}

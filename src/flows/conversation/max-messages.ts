import { z } from 'zod';

/** The most messages of one request, for sessions that don't set it; see `SessionRow.maxMessages`. */
export const MAX_MESSAGES_KEY = 'chat.maxMessages';

/** Bounds of the limit: one question with its answer, and more than anyone counts. */
export const MAX_MESSAGES_RANGE = { min: 2, max: 10_000 } as const;

/** The stored form; `null` for no limit. */
export const StoredMaxMessages = z.int().min(MAX_MESSAGES_RANGE.min).max(MAX_MESSAGES_RANGE.max).nullable();

/** A stored value of another shape means no limit. */
export function readMaxMessages(value: unknown): number | null {
  return StoredMaxMessages.catch(null).parse(value ?? null);
}

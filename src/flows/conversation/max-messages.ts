import { z } from 'zod';

/** Most messages of one request in conversations that do not say; see `SessionRow.maxMessages`. */
export const MAX_MESSAGES_KEY = 'chat.maxMessages';

/** Bounds of the limit: a question with its answer, and more than anybody counts. */
export const MAX_MESSAGES_RANGE = { min: 2, max: 10_000 } as const;

/** The form in which it is kept; null for no limit. */
export const KeptMaxMessages = z.int().min(MAX_MESSAGES_RANGE.min).max(MAX_MESSAGES_RANGE.max).nullable();

/** A stored value of another shape limits nothing. */
export function readMaxMessages(value: unknown): number | null {
  return KeptMaxMessages.catch(null).parse(value ?? null);
}

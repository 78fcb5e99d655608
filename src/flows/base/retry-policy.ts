import type { ErrorKind, ModelError } from '#core/error.ts';

/** Attempts at one answer, the first included. */
export const MAX_ATTEMPTS = 4;
const FIRST_MS = 1_000;
const MAX_MS = 30_000;
/** A vendor that asks for more patience than this is shown instead of waited for. */
const MAX_ASKED_MS = 120_000;

const TRANSIENT: ReadonlySet<ErrorKind> = new Set([
  'rate_limit',
  'overloaded',
  'server',
  'network',
  'cut_off',
  'unavailable_tool',
]);
/** A call that the vendor could not read was the model's bad luck with its own words: asking twice more is enough (Q2). */
const MAX_ATTEMPTS_AT_A_CALL = 3;

/**
 * Milliseconds until the same request may be sent again, or null when it must not be: only failures that pass by
 * themselves, never once the answer has begun, never a refused request unchanged. The vendor's `retry-after` is a
 * minimum; the jitter keeps many clients from coming back at once.
 */
export function retryDelay(error: ModelError, attempt: number, hasOutput: boolean, random: number): number | null {
  if (hasOutput || !error.retryable || !TRANSIENT.has(error.kind)) return null;
  const failedCall = error.kind === 'unavailable_tool' || error.code === 'tool_use_failed';
  if (attempt >= (failedCall ? MAX_ATTEMPTS_AT_A_CALL : MAX_ATTEMPTS)) return null;
  const asked = error.retryAfterMs ?? 0;
  if (asked > MAX_ASKED_MS) return null;
  const most = Math.min(MAX_MS, FIRST_MS * 2 ** (attempt - 1));
  const backOff = most * (0.5 + random / 2);
  return asked > 0 ? asked + backOff * 0.25 : backOff;
}

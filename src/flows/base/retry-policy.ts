import type { ErrorKind, ModelError } from '#core/error.ts';

/** Attempts at one answer, including the first. */
export const MAX_ATTEMPTS = 4;
const FIRST_MS = 1_000;
const MAX_MS = 30_000;
/** When a vendor asks for a longer wait than this, the error is shown instead. */
const MAX_ASKED_MS = 120_000;

const TRANSIENT: ReadonlySet<ErrorKind> = new Set([
  'rate_limit',
  'overloaded',
  'server',
  'network',
  'cut_off',
  'unavailable_tool',
]);
/** When the vendor could not read a call, the fault is in what the model wrote: two more attempts are enough (Q2). */
const MAX_ATTEMPTS_AT_A_CALL = 3;

/**
 * Returns the milliseconds until the same request may be sent again, or `null` when it must not be. Only failures that
 * pass on their own are retried, never after the answer has begun, and never a refused request unchanged. The vendor's
 * `retry-after` is a minimum. The jitter keeps many clients from coming back at once.
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

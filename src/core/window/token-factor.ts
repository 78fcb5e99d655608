const MIN_FACTOR = 0.5;
const MAX_FACTOR = 3;
/** Ratios beyond these mean that the vendor counts something else, such as only uncached tokens. */
const PLAUSIBLE_LEAST = 0.3;
const PLAUSIBLE_MOST = 5;
/** Below this the overhead of a request outweighs its text. */
const MIN_TOKENS = 200;
/** Number of requests considered: enough for a median, and few enough to follow a change of language. */
const SAMPLES = 7;
/** A factor this close to the current one is no reason to move the window, and with it everything after it. */
const STEADY = 0.05;

/** One answered request: tokens by the uncalibrated estimate, and as the vendor counted them. */
export interface MeasuredRequest {
  estimated: number;
  reported: number;
}

/**
 * Returns the factor that corrects the estimates of one session. `undefined` while nothing is known. Most of the error
 * comes from the language mix of a session, so the factor belongs to the session and its model. The median of the last
 * few requests (`measured`, newest first) ignores a single odd count. `inUse` is the factor of the newest of them, and
 * stays while it is about right.
 */
export function tokenFactorOf(measured: readonly MeasuredRequest[], inUse?: number): number | undefined {
  const ratios = measured
    .map(measuredFactor)
    .filter((ratio) => ratio !== undefined)
    .slice(0, SAMPLES);
  if (ratios.length === 0) return inUse;
  const middle = median(ratios);
  // A single request may be an outlier, so only half of its difference counts.
  const seen = ratios.length === 1 ? 1 + (middle - 1) / 2 : middle;
  const factor = Math.round(Math.min(MAX_FACTOR, Math.max(MIN_FACTOR, seen)) * 100) / 100;
  return inUse !== undefined && Math.abs(factor - inUse) <= inUse * STEADY ? inUse : factor;
}

/** The ratio of one request's count to its estimate. `undefined` when it says nothing about other requests. */
export function measuredFactor(measured: MeasuredRequest | undefined): number | undefined {
  if (!measured || measured.estimated < MIN_TOKENS || !Number.isFinite(measured.reported)) return undefined;
  const ratio = measured.reported / measured.estimated;
  return ratio >= PLAUSIBLE_LEAST && ratio <= PLAUSIBLE_MOST ? ratio : undefined;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 1) + (sorted[Math.floor(half)] ?? 1)) / 2;
}

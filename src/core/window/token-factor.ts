const MIN_FACTOR = 0.5;
const MAX_FACTOR = 3;
/** Counts beyond these say that the vendor counts something else, such as only what its cache did not hold. */
const PLAUSIBLE_LEAST = 0.3;
const PLAUSIBLE_MOST = 5;
/** Below this the frame of a request weighs more than its text. */
const MIN_TOKENS = 200;
/** Requests looked at: enough for a median, few enough to follow a conversation that changes its language. */
const SAMPLES = 7;
/** A factor this close to the one in use is no reason to move the window, and with it everything behind it. */
const STEADY = 0.05;

/** One request that was answered: tokens by the uncalibrated estimate, and as the vendor counted them. */
export interface MeasuredRequest {
  estimated: number;
  reported: number;
}

/**
 * What the estimates of one conversation are to be multiplied with; undefined while nothing is known. The language mix
 * of a conversation carries most of the error, so the factor belongs to it and its model. The median of the last few
 * requests (`measured`, newest first) does not follow one of them that was counted oddly. `inUse` is the factor of the
 * newest of them, and stays while it is about right.
 */
export function tokenFactorOf(measured: readonly MeasuredRequest[], inUse?: number): number | undefined {
  const ratios = measured
    .map(measuredFactor)
    .filter((ratio) => ratio !== undefined)
    .slice(0, SAMPLES);
  if (ratios.length === 0) return inUse;
  const middle = median(ratios);
  // One request alone may be the odd one: it is believed by half.
  const seen = ratios.length === 1 ? 1 + (middle - 1) / 2 : middle;
  const factor = Math.round(Math.min(MAX_FACTOR, Math.max(MIN_FACTOR, seen)) * 100) / 100;
  return inUse !== undefined && Math.abs(factor - inUse) <= inUse * STEADY ? inUse : factor;
}

/** What one request was counted as over its estimate; undefined where that says nothing about others. */
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

/** Time as an argument: the page's clock, or a test's. */
export interface Clock {
  /** Milliseconds since 1970, for display. */
  now: () => number;
  /** Milliseconds from an arbitrary start. Never jumps; for measuring and pacing. */
  monotonic: () => number;
  setTimeout: (fn: () => void, ms: number) => unknown;
  clearTimeout: (handle: unknown) => void;
}

/** Time as an argument: the page's own, or a test's. */
export interface Clock {
  /** Milliseconds since 1970, for what a person reads. */
  now: () => number;
  /** Milliseconds from some start; never jumps, for measuring and pacing. */
  monotonic: () => number;
  setTimeout: (fn: () => void, ms: number) => unknown;
  clearTimeout: (handle: unknown) => void;
}

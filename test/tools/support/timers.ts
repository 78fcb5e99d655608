/** The machine's real clock, as the page uses it. */
export const realClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (fn: () => void, ms: number): unknown => setTimeout(fn, ms),
  clearTimeout: (handle: unknown): void => clearTimeout(handle as NodeJS.Timeout | undefined),
};

/** Time that moves only when told to. */
export function fakeClock(start = 1_000_000) {
  let now = start;
  let last = 0;
  const timers = new Map<number, { at: number; fn: () => void }>();
  return {
    now: () => now,
    monotonic: () => now,
    setTimeout(fn: () => void, ms: number): unknown {
      last += 1;
      timers.set(last, { at: now + ms, fn });
      return last;
    },
    clearTimeout(handle: unknown): void {
      if (typeof handle === 'number') timers.delete(handle);
    },
    advance(ms: number): void {
      const until = now + ms;
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
        if (!due) break;
        timers.delete(due[0]);
        now = due[1].at;
        due[1].fn();
      }
      now = until;
    },
  };
}

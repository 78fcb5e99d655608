import type { CancelSignal } from './cancel.ts';
import type { RunClock } from './ports.ts';

/** What was waited for, or that waiting ended first. */
export type WaitResult<T> = { came: true; value: T } | { came: false };

export interface GraceWait {
  /** Rejects only as `promise` does. What comes after waiting has ended goes to `late`, a failure too. */
  wait<T>(promise: Promise<T>, late?: (settled: { value?: T; error?: unknown }) => void): Promise<WaitResult<T>>;
  /** Ends every wait and lets go of the signal and the clock. */
  dispose(): void;
}

/**
 * Waits for others no longer than `graceMs` beyond a cancel: what hears the signal ends by itself and is heard out,
 * what does not is left behind. Many waits share one listener and one deadline, so nothing piles up on the signal.
 */
export function createGraceWait(signal: CancelSignal, clock: RunClock, graceMs: number): GraceWait {
  const waiting = new Set<() => void>();
  let timer: unknown = null;
  let over = false;

  const end = (): void => {
    over = true;
    for (const leave of waiting) leave();
  };
  const onAbort = (): void => {
    if (graceMs <= 0) end();
    else timer = clock.setTimeout(end, graceMs);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort);

  return {
    wait<T>(promise: Promise<T>, late?: (settled: { value?: T; error?: unknown }) => void) {
      return new Promise<WaitResult<T>>((resolve, reject) => {
        let open = true;
        const leave = (): void => {
          open = false;
          waiting.delete(leave);
          resolve({ came: false });
        };
        const settle = (finish: () => void, tell: () => void): void => {
          if (!open) return tell();
          open = false;
          waiting.delete(leave);
          finish();
        };
        promise.then(
          (value) =>
            settle(
              () => resolve({ came: true, value }),
              () => late?.({ value }),
            ),
          (error: unknown) =>
            settle(
              () => reject(error),
              () => late?.({ error }),
            ),
        );
        if (over) leave();
        else waiting.add(leave);
      });
    },
    dispose() {
      signal.removeEventListener('abort', onAbort);
      if (timer !== null) clock.clearTimeout(timer);
      end();
    },
  };
}

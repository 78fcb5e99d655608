import type { CancelSignal } from '../cancel.ts';
import type { RunClock } from './ports.ts';

/** The value, or that waiting ended first. */
export type WaitResult<T> = { came: true; value: T } | { came: false };

export interface GraceWait {
  /** Rejects only when `promise` does. Anything that settles after waiting has ended goes to `late`, failures too. */
  wait<T>(promise: Promise<T>, late?: (settled: { value?: T; error?: unknown }) => void): Promise<WaitResult<T>>;
  /** Ends every wait and releases the signal and the clock. */
  dispose(): void;
}

/**
 * Waits for promises for at most `graceMs` after a cancel. Work that reacts to the signal can still finish in that
 * time; other work is abandoned. All waits share one listener and one deadline, so nothing accumulates on the signal.
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
        const settle = (finish: () => void, reportLate: () => void): void => {
          if (!open) return reportLate();
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

import type { Clock } from '#storage/clock.ts';

/** A worker that answers `[id, ms]` with `id` after `ms`, and cancels on `[id, -1]`. */
export interface TimerWorker {
  postMessage(message: [id: number, ms: number]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<number>) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}

/**
 * The page's clock. Timers of a hidden window fire late, once a second and later once a minute. An answer that arrives
 * there must be stored as promptly as in a visible window, so the timers run in a worker. Without a worker, the
 * window's own timers are used.
 */
export function createPageClock(worker: TimerWorker): Clock {
  const waiting = new Map<number, { fn: () => void; ms: number }>();
  let next = 1;
  let broken = false;

  function run(id: number): void {
    const timer = waiting.get(id);
    waiting.delete(id);
    timer?.fn();
  }

  function ask(id: number, ms: number): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    if (!broken) worker.postMessage([id, ms]);
    else if (ms >= 0) globalThis.setTimeout(() => run(id), ms);
  }

  worker.addEventListener('message', ({ data }) => run(data));
  worker.addEventListener('error', () => {
    broken = true;
    for (const [id, { ms }] of waiting) ask(id, ms);
  });
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    setTimeout(fn, ms) {
      const id = next;
      next += 1;
      waiting.set(id, { fn, ms: Math.max(0, ms) });
      ask(id, Math.max(0, ms));
      return id;
    },
    clearTimeout(handle) {
      if (typeof handle === 'number' && waiting.delete(handle)) ask(handle, -1);
    },
  };
}

import type { Clock } from '#storage/clock.ts';

/** A worker that answers `[id, ms]` with `id` after `ms`, and forgets on `[id, -1]`. */
export interface TimerWorker {
  postMessage(message: [id: number, ms: number]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<number>) => void): void;
}

/**
 * The page's time. Timers of a hidden window come late, once a second and later once a minute; an answer that arrives
 * there must be stored as promptly as in front of someone's eyes, so the timers live in a worker.
 */
export function createPageClock(worker: TimerWorker): Clock {
  const waiting = new Map<number, () => void>();
  let next = 1;
  worker.addEventListener('message', ({ data: id }) => {
    const fn = waiting.get(id);
    waiting.delete(id);
    fn?.();
  });
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    setTimeout(fn, ms) {
      const id = next;
      next += 1;
      waiting.set(id, fn);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      worker.postMessage([id, Math.max(0, ms)]);
      return id;
    },
    clearTimeout(handle) {
      if (typeof handle !== 'number' || !waiting.delete(handle)) return;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      worker.postMessage([handle, -1]);
    },
  };
}

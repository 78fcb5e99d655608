import type { Clock } from './deps.ts';

/** Its timers do not keep the process alive: the host waits for nothing that is a reason to stay. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (fn, ms) => setTimeout(fn, ms).unref(),
  clearTimeout(handle) {
    if (handle instanceof Object) clearTimeout(handle as NodeJS.Timeout);
  },
};

import { createPageClock } from '#state/page-clock.ts';
import type { Clock } from '#storage/clock.ts';

export type Timers = Pick<Clock, 'setTimeout' | 'clearTimeout'>;

/** A clock whose timers keep running on time in a hidden window. */
export function openClock(): { clock: Clock; timers: Timers } {
  const clock = createPageClock(new Worker(new URL('../state/timer-worker.ts', import.meta.url), { type: 'module' }));
  return { clock, timers: { setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout } };
}

import type { CancelSignal } from '../cancel.ts';

/** Limits concurrency. Slots are given in the order of the requests. */
export interface Semaphore {
  /** True with a slot, which must be released. False when cancelled before a slot was free. */
  take(signal: CancelSignal): Promise<boolean>;
  give(): void;
}

export function createSemaphore(most: number): Semaphore {
  let free = Math.max(1, Math.floor(most));
  const queue: (() => void)[] = [];
  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(false);
      if (free > 0) {
        free--;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const leave = (): void => {
          queue.splice(queue.indexOf(enter), 1);
          resolve(false);
        };
        const enter = (): void => {
          signal.removeEventListener('abort', leave);
          resolve(true);
        };
        queue.push(enter);
        signal.addEventListener('abort', leave);
      });
    },
    give() {
      const next = queue.shift();
      if (next) next();
      else free++;
    },
  };
}

/** Takes a slot of each, in this order. Resolves with what gives them back; `null` when cancelled before. */
export async function takeSlots(semaphores: readonly Semaphore[], signal: CancelSignal): Promise<(() => void) | null> {
  const taken: Semaphore[] = [];
  const giveBack = (): void => {
    for (const one of taken) one.give();
  };
  for (const one of semaphores) {
    if (!(await one.take(signal))) {
      giveBack();
      return null;
    }
    taken.push(one);
  }
  return giveBack;
}

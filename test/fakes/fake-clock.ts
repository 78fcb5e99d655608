import type { Clock } from '#storage/clock.ts';

/** Time that moves only when told to. Between timers, real work (database, streams) gets a chance to settle. */
export class FakeClock implements Clock {
  #now = 1_800_000_000_000;
  readonly #start = this.#now;
  #next = 1;
  readonly #timers = new Map<number, { at: number; fn: () => void }>();

  now = (): number => this.#now;
  monotonic = (): number => this.#now - this.#start;

  setTimeout = (fn: () => void, ms: number): number => {
    const id = this.#next;
    this.#next += 1;
    this.#timers.set(id, { at: this.#now + Math.max(0, ms), fn });
    return id;
  };

  clearTimeout = (handle: unknown): void => {
    if (typeof handle === 'number') this.#timers.delete(handle);
  };

  get pending(): number {
    return this.#timers.size;
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      const due = [...this.#timers]
        .filter(([, timer]) => timer.at <= end)
        .sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].fn();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}

/** Runs everything that is ready: promises, and the event-loop turns that fake-indexeddb takes. */
export async function settle(turns = 12): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Returns a value that must exist for the test to make sense. */
export function required<T>(value: T | null | undefined): T {
  if (value == null) throw new Error('a value is missing');
  return value;
}

/** Waits in real time until a condition is true, for work that takes an unknown number of turns. */
export async function until(condition: () => boolean | Promise<boolean>, what = 'condition'): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`never happened: ${what}`);
    await new Promise<void>((resolve) => setTimeout(resolve, 1));
  }
}

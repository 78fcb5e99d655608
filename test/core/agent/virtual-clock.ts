import type { RunClock } from '#core/agent/ports.ts';

/** Event-loop turns allowed for work outside the clock, such as loading a module. */
const PATIENCE = 2_000;

/** Time that jumps from timer to timer as soon as no other work is possible. */
export class VirtualClock implements RunClock {
  #now = 1_800_000_000_000;
  #next = 1;
  readonly #timers = new Map<number, { at: number; fn: () => void }>();
  onFire: () => void = () => undefined;

  now = (): number => this.#now;
  monotonic = (): number => this.#now - 1_800_000_000_000;

  setTimeout = (fn: () => void, ms: number): number => {
    const id = this.#next++;
    this.#timers.set(id, { at: this.#now + Math.max(0, ms), fn });
    return id;
  };

  clearTimeout = (handle: unknown): void => {
    if (typeof handle === 'number') this.#timers.delete(handle);
  };

  get pending(): number {
    return this.#timers.size;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.setTimeout(resolve, ms);
    });
  }

  /** Fires the next timer; false when there is none. */
  step(): boolean {
    let due: [number, { at: number; fn: () => void }] | null = null;
    for (const entry of this.#timers) if (!due || entry[1].at < due[1].at) due = entry;
    if (!due) return false;
    this.#timers.delete(due[0]);
    this.#now = Math.max(this.#now, due[1].at);
    this.onFire();
    due[1].fn();
    return true;
  }

  /** Runs timers and promises until `work` settles. Rejects if it never can. */
  async finish<T>(work: Promise<T>): Promise<T> {
    let settled = false;
    const mark = (): void => {
      settled = true;
    };
    work.then(mark, mark);
    for (let idle = 0; idle < PATIENCE; idle++) {
      await everythingReady();
      if (settled) return work;
      if (this.step()) idle = 0;
    }
    throw new Error('stuck: nothing is due and the work is not done');
  }

  /** Runs everything that is due within this many milliseconds. */
  async advance(ms: number): Promise<void> {
    const state = { over: false };
    this.setTimeout(() => {
      state.over = true;
    }, ms);
    while (!state.over) {
      await everythingReady();
      this.step();
    }
    await everythingReady();
  }
}

/** One turn of the event loop: every promise that can settle has settled afterwards. */
export function everythingReady(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

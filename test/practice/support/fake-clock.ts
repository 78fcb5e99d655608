import type { PracticeClock } from '#practice/base/pace.ts';

interface Timer {
  at: number;
  fn: () => void;
}

/** A clock that stands still until it's moved. */
export class FakeClock implements PracticeClock {
  #now = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  setTimeout(fn: () => void, ms: number): Timer {
    const timer = { at: this.#now + ms, fn };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(handle: unknown): void {
    for (const timer of this.#timers) if (timer === handle) this.#timers.delete(timer);
  }

  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves from timer to timer, and lets the woken code run in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
      if (!next || next.at > end) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.fn();
    }
    this.#now = end;
    await settle();
  }
}

/** Long enough for everything that only waits for promises. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

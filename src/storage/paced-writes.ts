import type { Clock } from './clock.ts';

/** From the start of one write to the start of the next. The first text waits at most half as long. */
export const WRITE_INTERVAL_MS = 150;
/** The same on a busy machine. New text waits for the interval and for the write, together at most 250 ms. */
const SHORT_INTERVAL_MS = 75;
/** A write that takes longer shortens the interval. */
const SLOW_WRITE_MS = 50;

export interface PacedWritesDeps {
  clock: Clock;
  /** Stores everything available at the time of the call. Not called again before it has settled. */
  write(): Promise<void>;
  onError(error: unknown): void;
}

export interface PacedWrites {
  /** Signals new text. Writes immediately if the last write, or the start, was long enough ago. */
  grew(): void;
  /** Starts no more writes. Resolves when the current one has settled. */
  close(): Promise<void>;
}

/**
 * Keeps a growing answer durable. It requests the text on each write and holds no copy. A failed write is reported, and
 * retried at the next interval while something is unsaved.
 */
export function createPacedWrites(deps: PacedWritesDeps): PacedWrites {
  const { clock } = deps;
  let unsaved = false;
  let closed = false;
  // How fast the disk is shows with the first write. An answer that ends before it is written once, at its end.
  let startedAt = clock.monotonic();
  let interval = SHORT_INTERVAL_MS;
  let writing: Promise<void> | null = null;
  let timer: unknown = null;

  function schedule(): void {
    if (!unsaved || closed || writing) return;
    const wait = startedAt + interval - clock.monotonic();
    if (wait <= 0) {
      clock.clearTimeout(timer);
      timer = null;
      writing = run();
    } else {
      timer ??= clock.setTimeout(() => {
        timer = null;
        schedule();
      }, wait);
    }
  }

  async function run(): Promise<void> {
    unsaved = false;
    startedAt = clock.monotonic();
    try {
      await deps.write();
    } catch (error) {
      unsaved = true;
      deps.onError(error);
    }
    writing = null;
    interval = clock.monotonic() - startedAt > SLOW_WRITE_MS ? SHORT_INTERVAL_MS : WRITE_INTERVAL_MS;
    schedule();
  }

  return {
    grew() {
      unsaved = true;
      schedule();
    },
    async close() {
      closed = true;
      clock.clearTimeout(timer);
      timer = null;
      await writing;
    },
  };
}

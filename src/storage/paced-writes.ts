import type { Clock } from './clock.ts';

/** From the start of one write to the start of the next. With a write of up to 100 ms, text waits 250 ms at most. */
export const WRITE_INTERVAL_MS = 150;

export interface PacedWritesDeps {
  clock: Clock;
  /** Stores all there is at the moment of the call. Never called again before it has settled. */
  write(): Promise<void>;
  onError(error: unknown): void;
}

export interface PacedWrites {
  /** Says that there is something new. Writes at once when the last write is long enough ago. */
  grew(): void;
  /** No write starts after this; resolves when the one under way has settled. */
  close(): Promise<void>;
}

/**
 * Keeps a growing answer durable. It asks for the text when it writes it and holds no copy. A failed write is reported
 * and tried again with the next interval for as long as there is something unsaved.
 */
export function createPacedWrites(deps: PacedWritesDeps): PacedWrites {
  const { clock } = deps;
  let unsaved = false;
  let closed = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | null = null;
  let timer: unknown = null;

  function schedule(): void {
    if (!unsaved || closed || writing) return;
    const wait = startedAt + WRITE_INTERVAL_MS - clock.monotonic();
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

import type { LogLine } from '#core/log/log-line.ts';

export interface LogShipperDeps {
  clock: { setTimeout(fn: () => void, ms: number): unknown; clearTimeout(handle: unknown): void };
  /** Rejects when the host does not accept the lines. `leaving`: the page is being unloaded. */
  send: (lines: readonly LogLine[], leaving: boolean) => Promise<void>;
}

export interface LogShipper {
  add: (line: LogLine) => void;
  /** Sends all pending lines because the page is being unloaded. */
  flush: () => void;
}

const PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
/** Limits of one request: the host accepts 64 KiB and 200 lines. */
const MAX_LINES = 200;
const MAX_CHARS = 16_000;
/** While the host is unreachable, only the newest lines are kept. */
const MAX_WAITING = 1_000;

/**
 * Sends lines to the host in batches, with a delay. Nothing ever waits for it, and lines that cannot be sent are
 * dropped.
 */
export function createLogShipper({ clock, send }: LogShipperDeps): LogShipper {
  let waiting: LogLine[] = [];
  let timer: unknown = null;
  let sending = false;
  let pause = PAUSE_MS;

  function takeBatch(): LogLine[] {
    let size = 0;
    const end = waiting.findIndex((line, index) => {
      size += JSON.stringify(line).length;
      return index > 0 && (index >= MAX_LINES || size > MAX_CHARS);
    });
    return waiting.slice(0, end < 0 ? waiting.length : end);
  }

  function later(): void {
    timer ??= clock.setTimeout(() => {
      timer = null;
      void bring();
    }, pause);
  }

  async function bring(leaving = false): Promise<void> {
    if (sending || waiting.length === 0) return;
    const batch = takeBatch();
    sending = true;
    try {
      await send(batch, leaving);
      const sent = new Set(batch);
      waiting = waiting.filter((line) => !sent.has(line));
      pause = PAUSE_MS;
    } catch {
      // Not logged: that would be one more line to send.
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    } finally {
      sending = false;
      if (waiting.length > 0) later();
    }
  }

  return {
    add(line) {
      waiting.push(line);
      if (waiting.length > MAX_WAITING) waiting = waiting.slice(-MAX_WAITING);
      later();
    },
    flush() {
      clock.clearTimeout(timer);
      timer = null;
      void bring(true);
    },
  };
}

import type { StreamEvent } from '#core/stream-event.ts';
import type { Clock } from '#storage/clock.ts';
import { pause } from '../base/pause.ts';

/** How long a stream may take to end after it was aborted. */
const GRACE_MS = 2_000;

/**
 * Passes on every event until the stream ends. After the signal has aborted, a stream that doesn't end on its own is
 * abandoned after a grace period, so that stopping always works.
 */
export async function readStream(
  stream: AsyncGenerator<StreamEvent, void, void>,
  signal: AbortSignal,
  clock: Clock,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const settled = new AbortController();

  async function consume(): Promise<void> {
    for await (const event of stream) {
      if (settled.signal.aborted) return;
      onEvent(event);
    }
  }

  async function overdue(): Promise<void> {
    await aborted(signal, settled.signal);
    await pause(clock, GRACE_MS, settled.signal);
  }

  try {
    await Promise.race([consume(), overdue()]);
  } finally {
    settled.abort();
  }
}

/** Resolves when either signal has aborted. */
function aborted(one: AbortSignal, other: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (one.aborted || other.aborted) resolve();
    one.addEventListener('abort', () => resolve(), { once: true, signal: other });
    other.addEventListener('abort', () => resolve(), { once: true });
  });
}

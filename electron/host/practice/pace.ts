/** The part of the host's clock that pacing needs. */
export interface PracticeClock {
  now(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/**
 * One piece of a streamed body. `chars` is how much it shows: that is what speed is measured in, and `of` says of what.
 * `reset` tears the connection, `stall` keeps it open without another byte.
 */
export type Frame = { data: string; chars: number; of?: Shown } | { end: 'reset' | 'stall' };

export type Shown = 'thinking' | 'answer';

export interface Pace {
  clock: PracticeClock;
  /** Characters per second; Infinity for no waiting at all. */
  speed: number;
  signal: AbortSignal;
  /** Bytes per network chunk, to test readers; 0 for whatever is due. */
  chunkBytes: number;
  onEnd: () => void;
}

/** What is due is sent together up to this size, so that a fast answer does not need a timer per word. */
const LARGEST_CHUNK = 32_768;
/** Frames due within this time are sent now. */
const GRACE_MS = 4;

export const connectionReset = () =>
  new TypeError('terminated', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });

/**
 * A body that grows at a given speed. Nothing is produced before it is read, and a cancel or an abort stops the
 * work at once: no timer is left and nothing is enqueued afterwards.
 */
export function pacedBody(frames: Iterator<Frame>, pace: Pace): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const started = pace.clock.now();
  let shown = 0;
  let open = true;
  let held: Frame | null = null;
  let wake: (() => void) | null = null;

  const close = () => {
    if (!open) return;
    open = false;
    pace.signal.removeEventListener('abort', onAbort);
    frames.return?.();
    wake?.();
    pace.onEnd();
  };
  let fail: (reason: unknown) => void = () => {};
  const onAbort = () => {
    close();
    fail(pace.signal.reason);
  };
  const waitFor = (ms: number | null) =>
    new Promise<void>((resolve) => {
      const timer = ms === null ? null : pace.clock.setTimeout(() => wake?.(), ms);
      wake = () => {
        wake = null;
        if (timer !== null) pace.clock.clearTimeout(timer);
        resolve();
      };
    });
  const next = (): Frame | null => {
    const frame = held ?? frames.next().value ?? null;
    held = null;
    return frame;
  };
  const pieces = function* (bytes: Uint8Array) {
    const size = pace.chunkBytes || bytes.length;
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        fail = (reason) => controller.error(reason);
        if (pace.signal.aborted) onAbort();
        else pace.signal.addEventListener('abort', onAbort);
      },
      async pull(controller) {
        let due = '';
        while (open) {
          const frame = next();
          const late = frame && 'data' in frame ? started + (shown / pace.speed) * 1000 - pace.clock.now() : 0;
          const mustWait = late > GRACE_MS;
          if (due !== '' && (!frame || 'end' in frame || mustWait || due.length > LARGEST_CHUNK)) {
            held = frame;
            break;
          }
          if (!frame) {
            close();
            controller.close();
            return;
          }
          if ('end' in frame) {
            if (frame.end === 'stall') await waitFor(null);
            if (!open) return;
            close();
            controller.error(connectionReset());
            return;
          }
          if (mustWait) {
            held = frame;
            await waitFor(late);
            continue;
          }
          shown += frame.chars;
          due += frame.data;
        }
        if (open) for (const piece of pieces(encoder.encode(due))) controller.enqueue(piece);
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

/** Resolves after a time, rejects with the signal's reason when it is aborted first. `null` waits for the abort only. */
export function pause(clock: PracticeClock, ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = ms === null ? null : clock.setTimeout(() => settle(resolve), ms);
    const onAbort = () => settle(() => reject(signal.reason));
    const settle = (done: () => void) => {
      if (timer !== null) clock.clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      done();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
}

/** The part of the host's clock that pacing needs. */
export interface PracticeClock {
  now(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/**
 * One piece of a streamed body. `chars` is the number of visible characters, which the speed refers to; `of` says what
 * they belong to. `reset` breaks the connection, `stall` keeps it open without sending more.
 */
export type Frame = { data: string; chars: number; of?: Shown } | { end: 'reset' | 'stall' };

export type Shown = 'thinking' | 'answer';

export interface Pace {
  clock: PracticeClock;
  /** Characters per second; Infinity for no waiting at all. */
  speed: number;
  /** Aborting its signal ends the body. */
  request: Request;
  /** Bytes per network chunk, to test readers; with 0, everything due is sent at once. */
  chunkBytes: number;
  onEnd: () => void;
}

/** Frames that are due are combined up to this size, so that a fast answer does not need a timer per word. */
const LARGEST_CHUNK = 32_768;
/** Frames due within this time are sent now. */
const GRACE_MS = 4;

/**
 * Keeps waiting requests alive. A request's signal follows the caller's through a weak reference (undici in Node 24):
 * if the request were garbage-collected while only its signal is in use, no abort would arrive anymore.
 */
const waiting = new Set<unknown>();

export const connectionReset = () =>
  new TypeError('terminated', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });

/**
 * A body that grows at a given speed. Nothing is produced before it is read. A cancel or an abort stops the work at
 * once: no timer remains and nothing is enqueued afterwards.
 */
export function pacedBody(frames: Iterator<Frame>, pace: Pace): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(new PacedSource(frames, pace), { highWaterMark: 0 });
}

class PacedSource {
  readonly #frames: Iterator<Frame>;
  readonly #pace: Pace;
  readonly #encoder = new TextEncoder();
  readonly #started: number;
  readonly #onAbort: () => void;
  #open = true;
  #shown = 0;
  #pending: Frame | null = null;
  #wake: (() => void) | null = null;
  #fail: (reason: unknown) => void = () => {};

  constructor(frames: Iterator<Frame>, pace: Pace) {
    this.#frames = frames;
    this.#pace = pace;
    this.#started = pace.clock.now();
    this.#onAbort = () => {
      this.#close();
      this.#fail(pace.request.signal.reason);
    };
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#fail = (reason) => controller.error(reason);
    if (this.#pace.request.signal.aborted) this.#onAbort();
    else this.#pace.request.signal.addEventListener('abort', this.#onAbort);
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    let due = '';
    while (this.#open) {
      const frame = this.#next();
      const wait = frame && 'data' in frame ? this.#waitBefore() : 0;
      if (due !== '' && (!frame || 'end' in frame || wait > GRACE_MS || due.length > LARGEST_CHUNK)) {
        this.#pending = frame;
        this.#send(due, controller);
        return;
      }
      if (!frame) {
        this.#close();
        controller.close();
      } else if ('end' in frame) await this.#break(frame.end, controller);
      else if (wait > GRACE_MS) {
        this.#pending = frame;
        await this.#sleep(wait);
      } else {
        this.#shown += frame.chars;
        due += frame.data;
      }
    }
  }

  cancel(): void {
    this.#close();
  }

  #next(): Frame | null {
    const frame = this.#pending ?? this.#frames.next().value ?? null;
    this.#pending = null;
    return frame;
  }

  /** Milliseconds until the next frame is due at this speed. */
  #waitBefore(): number {
    return this.#started + (this.#shown / this.#pace.speed) * 1000 - this.#pace.clock.now();
  }

  #send(due: string, controller: ReadableStreamDefaultController<Uint8Array>): void {
    const bytes = this.#encoder.encode(due);
    const size = this.#pace.chunkBytes || bytes.length;
    for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
  }

  async #break(end: 'reset' | 'stall', controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    if (end === 'stall') await this.#sleep(null);
    if (!this.#open) return;
    this.#close();
    controller.error(connectionReset());
  }

  #sleep(ms: number | null): Promise<void> {
    const { clock } = this.#pace;
    return new Promise((resolve) => {
      const timer = ms === null ? null : clock.setTimeout(() => this.#wake?.(), ms);
      waiting.add(this);
      this.#wake = () => {
        this.#wake = null;
        waiting.delete(this);
        if (timer !== null) clock.clearTimeout(timer);
        resolve();
      };
    });
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#pace.request.signal.removeEventListener('abort', this.#onAbort);
    this.#frames.return?.();
    this.#wake?.();
    this.#pace.onEnd();
  }
}

/** Resolves after a time; rejects with the signal's reason if it is aborted first. `null` only waits for the abort. */
export function pause(clock: PracticeClock, ms: number | null, request: Request): Promise<void> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const timer = ms === null ? null : clock.setTimeout(() => settle(resolve), ms);
    const onAbort = () => settle(() => reject(signal.reason));
    const settle = (done: () => void) => {
      if (timer !== null) clock.clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      waiting.delete(request);
      done();
    };
    waiting.add(request);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
}

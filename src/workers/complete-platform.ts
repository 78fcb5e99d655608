/**
 * Adds what Safari lacks, for the page and its workers: idle callbacks (webkit.org/b/164193) and iterating over a stream
 * (webkit.org/b/194379), both open in 2026. Other browsers stay as they are.
 */
export function completePlatform(platform: typeof globalThis): void {
  if ('document' in platform && !('requestIdleCallback' in platform))
    Object.assign(platform, { requestIdleCallback: callSoon, cancelIdleCallback: clearTimeout.bind(platform) });
  const streams = platform.ReadableStream.prototype;
  if (!(Symbol.asyncIterator in streams))
    Object.defineProperty(streams, Symbol.asyncIterator, { value: iterate, writable: true, configurable: true });
}

const callSoon = (then: IdleRequestCallback): unknown =>
  setTimeout(() => then({ didTimeout: false, timeRemaining: () => 0 }), 1);

/** Cancels the stream when the loop is left early. */
async function* iterate<T>(this: ReadableStream<T>): AsyncGenerator<T, void, void> {
  const reader = this.getReader();
  let isOver = false;
  try {
    for (;;) {
      const read = await reader.read();
      isOver = read.done;
      if (read.done) return;
      yield read.value;
    }
  } finally {
    if (!isOver) await reader.cancel();
    reader.releaseLock();
  }
}

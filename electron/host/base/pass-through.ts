export interface StreamEnds {
  /** Called once, when the stream is read to the end, breaks, or is cancelled. */
  onEnd?(): void;
  /** Called when the reader of the result cancels. */
  onCancel?(): void;
  /**
   * Called when the source breaks. Without it the result breaks too; with it the result stays open and the callback
   * must end it.
   */
  onBreak?(): void;
}

/** Rewrites a stream chunk by chunk; `end` returns the bytes it held back. */
export interface ByteFilter {
  write(chunk: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

/**
 * Passes the bytes on by demand: nothing is read ahead, so a slow reader slows the source. The controller is never
 * touched after a cancel, because doing so from a late callback crashes the whole process (security.md T2).
 */
export function passThrough(
  source: ReadableStream<Uint8Array>,
  ends: StreamEnds,
  filter?: ByteFilter,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let over = false;
  const finish = () => {
    if (over) return false;
    over = true;
    ends.onEnd?.();
    return true;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const { done, value } = await reader.read();
            if (over) return;
            const bytes = done ? filter?.end() : filter ? filter.write(value) : value;
            if (bytes && bytes.byteLength > 0) controller.enqueue(bytes);
            if (done && finish()) controller.close();
            if (done || (bytes && bytes.byteLength > 0)) return;
          }
        } catch (error) {
          if (!finish()) return;
          if (ends.onBreak) ends.onBreak();
          else controller.error(error);
        }
      },
      async cancel(reason) {
        finish();
        ends.onCancel?.();
        // The source often fails because of this cancel, and there is no reader left to report it to.
        await reader.cancel(reason).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

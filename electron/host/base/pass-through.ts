export interface StreamEnds {
  /** Called once: read to the end, broken, or cancelled. */
  onEnd?(): void;
  /** The reader of the result has gone. */
  onCancel?(): void;
  /** The source broke. Without it the result breaks too; with it the result stays open for this to end it. */
  onBreak?(): void;
}

/** Rewrites a stream chunk by chunk; what it holds back comes out with `end`. */
export interface ByteFilter {
  write(chunk: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

/**
 * The same bytes on demand: nothing is read ahead, so a slow reader slows the source. The controller is never touched
 * after a cancel; doing so from a late callback takes the whole process down (security.md T2).
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
        // The source often fails because of this very cancel; there is nobody left to tell.
        await reader.cancel(reason).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

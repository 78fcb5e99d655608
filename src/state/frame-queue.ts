/** Values to publish at the next frame, by key. */
interface FrameQueue<T> {
  /** Of several calls for one key before a frame, only the last `current` is called. */
  put: (key: string, current: () => T) => void;
  /** Drops the pending publish of this key. */
  drop: (key: string) => void;
}

/** `requestFrame` calls back before the next paint. It must still call back at some point when nothing is painted. */
export function createFrameQueue<T>(
  requestFrame: (fn: () => void) => void,
  publish: (values: ReadonlyMap<string, T>) => void,
): FrameQueue<T> {
  const waiting = new Map<string, () => T>();
  let asked = false;

  function flush(): void {
    asked = false;
    if (waiting.size === 0) return;
    const values = new Map<string, T>();
    for (const [key, current] of waiting) values.set(key, current());
    waiting.clear();
    publish(values);
  }

  return {
    put(key, current) {
      waiting.set(key, current);
      if (asked) return;
      asked = true;
      requestFrame(flush);
    },
    drop(key) {
      waiting.delete(key);
    },
  };
}

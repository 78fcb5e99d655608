/** Passes items from several tasks to one reader, in the order in which they were pushed. */
export interface Channel<T> extends AsyncIterable<T> {
  push(item: T): void;
  /** Merges the item into the newest unread one with the same key. Pushes it when there is none. */
  merge(key: string, item: T, join: (before: T, now: T) => T): void;
  /** The reader still receives everything pushed before. An error comes last. */
  close(error?: unknown): void;
}

export function createChannel<T>(): Channel<T> {
  let queue: { key: string | null; item: T }[] = [];
  let closed = false;
  let failure: { error: unknown } | null = null;
  let wake: (() => void) | null = null;
  const stir = (): void => {
    wake?.();
    wake = null;
  };

  async function* read(): AsyncGenerator<T, void, void> {
    for (;;) {
      const ready = queue;
      queue = [];
      for (const { item } of ready) yield item;
      if (queue.length > 0) continue;
      if (closed) {
        if (failure) throw failure.error;
        return;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    push(item) {
      if (closed) return;
      queue.push({ key: null, item });
      stir();
    },
    merge(key, item, join) {
      if (closed) return;
      const before = queue.findLast((one) => one.key === key);
      if (before) before.item = join(before.item, item);
      else queue.push({ key, item });
      stir();
    },
    close(error) {
      if (closed) return;
      closed = true;
      if (error !== undefined) failure = { error };
      stir();
    },
    [Symbol.asyncIterator]: read,
  };
}

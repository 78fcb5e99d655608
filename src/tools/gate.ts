/** Lets at most `limit` pieces of work run at a time; the others wait in order, and leave when their signal aborts. */
export interface Gate {
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createGate(limit: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;

  function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < limit) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal.reason instanceof Error ? signal.reason : new DOMException('cancelled', 'AbortError'));
      };
      waiting.push(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    async run(signal, work) {
      await enter(signal);
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        // A place is handed on, not given back, so that nobody jumps the queue.
        if (next) next();
        else running -= 1;
      }
    },
  };
}

/**
 * How many answers may be in progress at once. In browser mode, a page has six connections to its host. One carries
 * events, and one must stay free for everything else.
 */
export const MAX_RUNS = 4;

export interface RunSlots {
  /** Resolves with a release function, in call order. Rejects with the signal's reason if it aborts first. */
  take(signal: AbortSignal): Promise<() => void>;
  /** Whether the next answer has to wait. */
  readonly full: boolean;
}

export function createRunSlots(most: number = MAX_RUNS): RunSlots {
  const queue: (() => void)[] = [];
  let taken = 0;

  function release(): void {
    const next = queue.shift();
    if (next) next();
    else taken -= 1;
  }

  function releaseOnce(): () => void {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      release();
    };
  }

  return {
    get full() {
      return taken >= most;
    },
    async take(signal) {
      signal.throwIfAborted();
      if (taken < most) {
        taken += 1;
        return releaseOnce();
      }
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const leave = () => {
          queue.splice(queue.indexOf(enter), 1);
          reject(signal.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'));
        };
        queue.push(enter);
        signal.addEventListener('abort', leave, { once: true });
      });
      return releaseOnce();
    },
  };
}

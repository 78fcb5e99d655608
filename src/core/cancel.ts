/** The part of AbortSignal that the loop needs. An AbortSignal is assignable to it. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Cancel {
  readonly signal: CancelSignal;
  /** The first call notifies every listener. Later calls do nothing. */
  cancel(): void;
}

/** Creates a signal without AbortController. A port that needs a real AbortSignal connects one with a listener. */
export function createCancel(): Cancel {
  const listeners = new Set<() => void>();
  let aborted = false;
  return {
    signal: {
      get aborted() {
        return aborted;
      },
      addEventListener(_type, listener) {
        if (!aborted) listeners.add(listener);
      },
      removeEventListener(_type, listener) {
        listeners.delete(listener);
      },
    },
    cancel() {
      if (aborted) return;
      aborted = true;
      const notified = [...listeners];
      listeners.clear();
      for (const listener of notified) listener();
    },
  };
}

/** Cancels `cancel` when `signal` aborts, or at once if it already has. Returns a function that stops following. */
export function follow(signal: CancelSignal, cancel: Cancel): () => void {
  const pass = (): void => cancel.cancel();
  if (signal.aborted) pass();
  else signal.addEventListener('abort', pass);
  return () => signal.removeEventListener('abort', pass);
}

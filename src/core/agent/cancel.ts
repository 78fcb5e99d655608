/** What the loop needs of an AbortSignal; one is assignable to it. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Cancel {
  readonly signal: CancelSignal;
  /** The first time tells every listener; after that, nothing. */
  cancel(): void;
}

/** A signal of the loop's own. A port that needs a real AbortSignal follows it with a listener. */
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
      const told = [...listeners];
      listeners.clear();
      for (const listener of told) listener();
    },
  };
}

/** Cancels `cancel` with `signal`, also when that has happened already. The answer ends the bond. */
export function follow(signal: CancelSignal, cancel: Cancel): () => void {
  const pass = (): void => cancel.cancel();
  if (signal.aborted) pass();
  else signal.addEventListener('abort', pass);
  return () => signal.removeEventListener('abort', pass);
}

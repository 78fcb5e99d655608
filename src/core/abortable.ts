import type { CancelSignal } from './cancel.ts';

/**
 * Resolves with `work`, or rejects with the signal's reason as soon as it aborts, for work that can't be cancelled itself.
 * Later failures of the abandoned work are ignored.
 */
export function abortable<T>(work: Promise<T>, signal: CancelSignal & { readonly reason?: unknown }): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

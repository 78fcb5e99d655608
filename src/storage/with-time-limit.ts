import { StorageError } from './storage-error.ts';

/**
 * Rejects if a database never responds (an open request may neither succeed nor fail), so that the user can act on the
 * error.
 */
export async function withTimeLimit<T>(work: PromiseLike<T>, ms: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageError('timeout', undefined, `${what}: no answer in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

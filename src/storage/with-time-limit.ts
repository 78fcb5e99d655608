import { StorageError } from './storage-error.ts';

/** A database that never answers becomes an error a person can act on (an open request may neither succeed nor fail). */
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

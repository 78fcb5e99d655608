import { toStorageError } from './storage-error.ts';

/** Runs a storage operation and converts every rejection to a StorageError. */
export async function withStorageErrors<T>(work: PromiseLike<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStorageError(error);
  }
}

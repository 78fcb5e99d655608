import type { Clock } from '../base/deps.ts';
import { type ObjectStore, StoreError } from './object-store.ts';

/** Milliseconds to wait after each failed attempt; the last error is thrown. */
const WAITS_MS = [300, 1_200, 4_000];

/**
 * Retries operations that could not reach the remote. Repeating `create` is safe: an object that was created after all
 * is found.
 */
export function createRetryingStore(
  store: ObjectStore,
  clock: Clock,
  waits: readonly number[] = WAITS_MS,
): ObjectStore {
  async function retry<T>(work: () => Promise<T>): Promise<T> {
    for (const wait of waits) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StoreError) || error.problem !== 'unreachable') throw error;
      }
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, wait));
    }
    return work();
  }
  return {
    list: (folder, after) => retry(() => store.list(folder, after)),
    get: (name) => retry(() => store.get(name)),
    has: (name) => retry(() => store.has(name)),
    create: (name, bytes) => retry(() => store.create(name, bytes)),
  };
}

import type { Clock } from '../base/deps.ts';
import { type ObjectStore, StoreError } from './object-store.ts';

/** From the first failure on; the last one is told. */
const WAITS_MS = [300, 1_200, 4_000];

/** Tries again what failed on the way. Creating again is safe: what was created after all is found to be there. */
export function createRetryingStore(
  store: ObjectStore,
  clock: Clock,
  waits: readonly number[] = WAITS_MS,
): ObjectStore {
  async function patiently<T>(work: () => Promise<T>): Promise<T> {
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
    list: (folder, after) => patiently(() => store.list(folder, after)),
    get: (name) => patiently(() => store.get(name)),
    has: (name) => patiently(() => store.has(name)),
    create: (name, bytes) => patiently(() => store.create(name, bytes)),
  };
}

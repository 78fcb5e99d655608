import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { QuotaWatch } from '#storage/watch-quota.ts';

/** Whether this window can store what is written in it. */
export interface StorageQuota extends QuotaWatch {
  store: StoreApi<{ full: boolean }>;
}

interface QuotaTimers {
  setTimeout: (fn: () => void, ms: number) => unknown;
  clearTimeout: (handle: unknown) => void;
}

/** A small write may succeed where a large one fails. Rejected writes are retried sooner than this. */
const SURE_MS = 8_000;

export function createStorageQuota({ setTimeout, clearTimeout }: QuotaTimers): StorageQuota {
  const store = createStore(() => ({ full: false }));
  let relief: unknown = null;
  return {
    store,
    refused() {
      clearTimeout(relief);
      relief = null;
      if (!store.getState().full) store.setState({ full: true });
    },
    stored() {
      if (!store.getState().full) return;
      relief ??= setTimeout(() => {
        relief = null;
        store.setState({ full: false });
      }, SURE_MS);
    },
  };
}

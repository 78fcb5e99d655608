import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { SyncControl } from '#flows/sync/sync-control.ts';
import type { SyncPicture } from '#state/sync-runs.ts';

export const SyncContext = createContext<SyncControl | null>(null);

export function useSync(): SyncControl {
  const sync = use(SyncContext);
  if (!sync) throw new Error('SyncContext is missing');
  return sync;
}

export function useSyncPicture(): SyncPicture {
  return useStore(useSync().store);
}

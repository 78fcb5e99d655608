import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { SyncControl } from '#flows/sync/sync-control.ts';
import type { SyncView } from '#state/sync-scheduler.ts';

export const SyncContext = createContext<SyncControl | null>(null);

export function useSync(): SyncControl {
  const sync = use(SyncContext);
  if (!sync) throw new Error('SyncContext is missing');
  return sync;
}

export function useSyncView(): SyncView {
  return useStore(useSync().store);
}

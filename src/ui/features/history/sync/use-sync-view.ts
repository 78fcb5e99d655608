import { useStore } from 'zustand';
import type { SyncView } from '#state/sync-scheduler.ts';
import { useServices } from '#ui/data/services.ts';

export function useSyncView(): SyncView {
  return useStore(useServices().sync.store);
}

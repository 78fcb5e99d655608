import { useStore } from 'zustand';
import type { SnapshotsState } from '#state/snapshots.ts';
import { useServices } from '#ui/data/services.ts';

export function useSnapshotsState(): SnapshotsState {
  return useStore(useServices().snapshots.store);
}

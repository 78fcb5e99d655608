import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { Journals } from '#state/journal.ts';
import type { Snapshots, SnapshotsState } from '#state/snapshots.ts';

export interface SnapshotServices {
  snapshots: Snapshots;
  journals: Journals;
  /** Shows what restoring from a file would do, as for any archive. */
  openFile: (file: File) => void;
}

export const SnapshotsContext = createContext<SnapshotServices | null>(null);

export function useSnapshots(): SnapshotServices {
  const services = use(SnapshotsContext);
  if (!services) throw new Error('SnapshotsContext is missing');
  return services;
}

export function useSnapshotsState(): SnapshotsState {
  return useStore(useSnapshots().snapshots.store);
}

import { useStore } from 'zustand';
import type { OrphansOfSession } from '#state/orphan-processes.ts';
import { useServices } from '#ui/data/services.ts';

/** Conversations whose commands left orphaned processes. */
export function useOrphansOf(): readonly OrphansOfSession[] {
  return useStore(useServices().orphanProcesses.store, ({ conversations }) => conversations);
}

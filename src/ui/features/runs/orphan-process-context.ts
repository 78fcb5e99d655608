import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { OrphansOfSession, OrphanProcesses } from '#state/orphan-processes.ts';

/** Constructed in main.tsx. */
export const OrphanProcessContext = createContext<OrphanProcesses | null>(null);

export function useOrphanProcesses(): OrphanProcesses {
  const left = use(OrphanProcessContext);
  if (!left) throw new Error('LeftRunningContext is missing');
  return left;
}

/** Conversations whose commands left orphaned processes. */
export function useOrphansOf(): readonly OrphansOfSession[] {
  return useStore(useOrphanProcesses().store, ({ conversations }) => conversations);
}

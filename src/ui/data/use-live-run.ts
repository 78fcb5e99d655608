import { useStore } from 'zustand';
import type { LiveRun } from '#state/live-runs.ts';
import { usePageData } from './page-data.ts';

/** The answer being written in this window, at most one new value per frame; null when none is. */
export function useLiveRun(sessionId: string): LiveRun | null {
  const { liveRuns } = usePageData();
  return useStore(liveRuns.store, (state) => state.runs.get(sessionId) ?? null);
}

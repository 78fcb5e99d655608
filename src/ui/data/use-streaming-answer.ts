import { useStore } from 'zustand';
import type { StreamingAnswer } from '#state/streaming-answers.ts';
import { usePageData } from './page-data.ts';

/** The answer being written in this window, at most one new value per frame; null when none is. */
export function useStreamingAnswer(sessionId: string): StreamingAnswer | null {
  const { liveRuns } = usePageData();
  return useStore(liveRuns.store, (state) => state.runs.get(sessionId) ?? null);
}

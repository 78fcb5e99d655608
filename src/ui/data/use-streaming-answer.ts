import { useStore } from 'zustand';
import type { StreamingAnswer } from '#state/streaming-answers.ts';
import { useServices } from './services.ts';

/** The streaming answer of this window, with at most one new value per frame; `null` when there is none. */
export function useStreamingAnswer(sessionId: string): StreamingAnswer | null {
  const { liveRuns } = useServices();
  return useStore(liveRuns.store, (state) => state.runs.get(sessionId) ?? null);
}

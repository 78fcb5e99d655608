import { useStore } from 'zustand';
import type { StreamingAnswer } from '#state/streaming-answers.ts';
import { useServices } from './services.ts';

/** The run that is writing this message in this window, or `null`. Other messages don't rerender for it. */
export function useLiveAnswer(sessionId: string, messageId: string): StreamingAnswer | null {
  const { liveRuns } = useServices();
  return useStore(liveRuns.store, (state) => {
    const run = state.runs.get(messageId) ?? state.runs.get(sessionId);
    return run?.messageId === messageId ? run : null;
  });
}

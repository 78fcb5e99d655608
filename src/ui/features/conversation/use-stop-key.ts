import { useCallback } from 'react';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';

/** Stops what runs, also what was just begun and isn't drawn as running yet. Returns whether there was anything. */
export function useStopKey(): () => boolean {
  const { activity, actions, isBusy } = useConversation();
  const { running } = activity;
  return useCallback(() => {
    const stops = running || isBusy();
    if (stops) actions.stop();
    return stops;
  }, [running, isBusy, actions]);
}

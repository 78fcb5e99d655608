import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { UpdateState } from '#contract/updates.ts';
import type { Updates } from '#state/updates.ts';

export const UpdatesContext = createContext<Updates | null>(null);

export function useUpdates(): Updates {
  const updates = use(UpdatesContext);
  if (!updates) throw new Error('UpdatesContext is missing');
  return updates;
}

/** `undefined` until the host has answered. */
export function useUpdateState(): UpdateState | undefined {
  return useStore(useUpdates().store, ({ state }) => state);
}

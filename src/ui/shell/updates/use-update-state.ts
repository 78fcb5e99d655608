import { useStore } from 'zustand';
import type { UpdateState } from '#contract/updates.ts';
import { useServices } from '#ui/data/services.ts';

/** `undefined` until the host has answered. */
export function useUpdateState(): UpdateState | undefined {
  return useStore(useServices().updates.store, ({ state }) => state);
}

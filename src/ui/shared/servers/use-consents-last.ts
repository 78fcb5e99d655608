import { useStore } from 'zustand';
import type { ConsentsLast } from '#contract/consents.ts';
import { useServices } from '#ui/data/services.ts';

/** How long a consent given now lasts. */
export function useConsentsLast(): ConsentsLast {
  return useStore(useServices().mcp.servers.store, (state) => state.consents.lasts);
}

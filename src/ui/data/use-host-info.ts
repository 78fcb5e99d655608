import { useStore } from 'zustand';
import type { HostInfo } from '#state/connections.ts';
import { useServices } from './services.ts';

/** Version and mount of the host; null until it has introduced itself. */
export function useHostInfo(): HostInfo | null {
  const { connections } = useServices();
  return useStore(connections.store, (state) => state.info);
}

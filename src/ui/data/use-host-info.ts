import { useStore } from 'zustand';
import type { HostInfo } from '#state/connections.ts';
import { usePageData } from './page-data.ts';

/** Version and mount of the host; null until it has introduced itself. */
export function useHostInfo(): HostInfo | null {
  const { connections } = usePageData();
  return useStore(connections.store, (state) => state.info);
}

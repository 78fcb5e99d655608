import { useStore } from 'zustand';
import type { Connection } from '#contract/connection.ts';
import { useServices } from './services.ts';

export interface UseConnections {
  /** `undefined` until the host has answered once. */
  connections: Connection[] | undefined;
  reload(): Promise<void>;
  error: Error | null;
  /** False while the host doesn't answer. It recovers automatically. */
  hostReachable: boolean;
}

export function useConnections(): UseConnections {
  const { connections: store } = useServices();
  const connections = useStore(store.store, (state) => state.connections);
  const error = useStore(store.store, (state) => state.error);
  const hostReachable = useStore(store.store, (state) => state.hostReachable);
  return { connections, reload: store.reload, error, hostReachable };
}

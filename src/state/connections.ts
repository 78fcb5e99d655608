import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Connection } from '#contract/connection.ts';
import type { SecretsState } from '#contract/secrets.ts';
import type { HostEvent } from '#contract/events.ts';
import { coalesceReloads } from './coalesce-reloads.ts';

/** The part of the host client that is needed here. */
export interface ConnectionSource {
  connections(): Promise<Connection[]>;
  secrets(): Promise<SecretsState>;
  events(onEvent: (event: HostEvent) => void, signal: AbortSignal, onReachable?: (reachable: boolean) => void): void;
}

/** As the host introduced itself. */
export interface HostInfo {
  version: string;
  mount: 'electron' | 'browser' | 'test';
  /** Whether what is allowed in this window counts. */
  known: boolean;
}

export interface ConnectionsState {
  /** undefined until the host has answered once; kept while it is away. */
  connections: Connection[] | undefined;
  secrets: SecretsState | undefined;
  error: Error | null;
  /** False from the first failure to reach the host until it answers again. */
  hostReachable: boolean;
  /** null until the event stream has opened once. */
  info: HostInfo | null;
}

export interface Connections {
  store: StoreApi<ConnectionsState>;
  reload: () => Promise<void>;
  get(id: string): Connection | undefined;
  /** As last heard, asking the host first when it was never heard; rejects when it does not answer. */
  known(): Promise<readonly Connection[]>;
  /**
   * Follows the host's events until the signal aborts: what it says has changed is read again. There is one stream per
   * window, so others hear of them here.
   */
  follow(signal: AbortSignal, onEvent?: (event: HostEvent) => void): void;
}

/** Events that say nothing of vendors and keys. */
const OF_OTHERS: ReadonlySet<HostEvent['type']> = new Set([
  'ping',
  'config-changed',
  'mcp-changed',
  'left-running-changed',
]);

/** What the host knows of vendors and keys, as the page last heard it. */
export function createConnections(host: ConnectionSource): Connections {
  const store = createStore<ConnectionsState>(() => ({
    connections: undefined,
    secrets: undefined,
    error: null,
    hostReachable: true,
    info: null,
  }));

  async function load(): Promise<void> {
    try {
      const [connections, secrets] = await Promise.all([host.connections(), host.secrets()]);
      store.setState({ connections, secrets, error: null, hostReachable: true });
    } catch (error) {
      store.setState({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  const reload = coalesceReloads(load);

  return {
    store,
    reload,
    async known() {
      if (!store.getState().connections) await reload();
      const { connections, error } = store.getState();
      if (connections) return connections;
      throw error ?? new Error('The host has not answered.');
    },
    get(id) {
      return store.getState().connections?.find((connection) => connection.id === id);
    },
    follow(signal, onEvent) {
      host.events(
        (event) => {
          onEvent?.(event);
          if (OF_OTHERS.has(event.type)) return;
          if (event.type === 'hello')
            store.setState({ info: { version: event.version, mount: event.mount, known: event.window.known } });
          void reload();
        },
        signal,
        (reachable) => {
          store.setState({ hostReachable: reachable });
        },
      );
    },
  };
}

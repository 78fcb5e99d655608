import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Connection } from '#contract/connection.ts';
import type { SecretsState } from '#contract/secrets.ts';
import type { HostEvent } from '#contract/events.ts';
import { reuseEqual } from '#core/reuse-equal.ts';
import { toError } from '#core/thrown.ts';
import { coalesceReloads } from './coalesce-reloads.ts';

/** The part of the host client that is needed here. */
export interface ConnectionSource {
  connections(): Promise<Connection[]>;
  secrets(): Promise<SecretsState>;
  events(onEvent: (event: HostEvent) => void, signal: AbortSignal, onReachable?: (reachable: boolean) => void): void;
}

/** How the host introduced itself. */
export interface HostInfo {
  version: string;
  mount: 'electron' | 'browser' | 'test';
  /** Whether approvals given in this window count. */
  known: boolean;
}

export interface ConnectionsState {
  /**
   * `undefined` until the first response of the host; unchanged while the host is unreachable. The same array while they
   * are equal.
   */
  connections: Connection[] | undefined;
  secrets: SecretsState | undefined;
  error: Error | null;
  /** False from the first failure to reach the host until it responds again. */
  hostReachable: boolean;
  /** `null` until the event stream has opened once. */
  info: HostInfo | null;
}

export interface Connections {
  store: StoreApi<ConnectionsState>;
  reload: () => Promise<void>;
  get(id: string): Connection | undefined;
  /** The last known connections. Asks the host if there are none yet; rejects when it does not respond. */
  known(): Promise<readonly Connection[]>;
  /**
   * Follows the host's events until the signal aborts, and reloads whatever they say has changed. There is one stream
   * per window, so other listeners get the events here.
   */
  follow(signal: AbortSignal, onEvent?: (event: HostEvent) => void): void;
}

/** Events that don't concern vendors or keys. */
const OF_OTHERS: ReadonlySet<HostEvent['type']> = new Set([
  'ping',
  'config-changed',
  'mcp-changed',
  'left-running-changed',
  'snapshots-changed',
]);

/** The host's vendors and keys, as last read by the page. */
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
      store.setState((before) => ({
        connections: reuseEqual(before.connections, connections),
        secrets: reuseEqual(before.secrets, secrets),
        error: null,
        hostReachable: true,
      }));
    } catch (error) {
      store.setState({ error: toError(error) });
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
          if (event.type === 'hello')
            store.setState({ info: { version: event.version, mount: event.mount, known: event.window.known } });
          onEvent?.(event);
          if (!OF_OTHERS.has(event.type)) void reload();
        },
        signal,
        (reachable) => {
          store.setState({ hostReachable: reachable });
        },
      );
    },
  };
}

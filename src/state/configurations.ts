import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { DEFAULT_CONFIGURATION, type Configuration } from '#core/reliability/configuration.ts';
import type { ConfigurationPatch, ConfigurationState } from '#contract/configuration.ts';
import type { HostClient } from '#host-client/host-client.ts';

/** The part of the host client that is needed here. */
export type ConfigurationSource = Pick<HostClient, 'configuration' | 'changeConfiguration'>;

export interface Configurations {
  /** Increases when cached values may be outdated. */
  store: StoreApi<{ revision: number }>;
  /** The configuration of a conversation, cached until something changes. Rejects when the host does not respond. */
  read(session: string | null): Promise<ConfigurationState>;
  /** Like `read`, but never rejects: returns the last known configuration, or the defaults. */
  now(session: string | null): Promise<Configuration>;
  change(session: string | null, patch: ConfigurationPatch): Promise<ConfigurationState>;
  /** Called when files or folders changed, or the host is a different one. */
  forget(): void;
  /** Called when the conversation is permanently deleted. */
  drop(session: string): void;
}

/** Number of conversations whose configuration is cached. */
const MAX_COUNT = 50;

export function createConfigurations(host: ConfigurationSource): Configurations {
  const store = createStore<{ revision: number }>(() => ({ revision: 0 }));
  const asked = new Map<string | null, Promise<ConfigurationState>>();
  const lastKnown = new Map<string | null, Configuration>();

  const storeConfiguration = (session: string | null, state: ConfigurationState): void => {
    keep(lastKnown, session, state.configuration);
  };

  function read(session: string | null): Promise<ConfigurationState> {
    const cached = asked.get(session);
    if (cached) return cached;
    const reading = host.configuration({ session });
    keep(asked, session, reading);
    reading.then(
      (state) => storeConfiguration(session, state),
      () => {
        // The next call asks again.
        if (asked.get(session) === reading) asked.delete(session);
      },
    );
    return reading;
  }

  return {
    store,
    read,
    async now(session) {
      try {
        return (await read(session)).configuration;
      } catch {
        return lastKnown.get(session) ?? DEFAULT_CONFIGURATION;
      }
    },
    async change(session, patch) {
      const state = await host.changeConfiguration({ session }, patch);
      asked.clear();
      asked.set(session, Promise.resolve(state));
      storeConfiguration(session, state);
      store.setState(({ revision }) => ({ revision: revision + 1 }));
      return state;
    },
    forget() {
      asked.clear();
      store.setState(({ revision }) => ({ revision: revision + 1 }));
    },
    drop(session) {
      asked.delete(session);
      lastKnown.delete(session);
    },
  };
}

/** Keeps only the newest entries. */
function keep<T>(map: Map<string | null, T>, session: string | null, value: T): void {
  map.delete(session);
  map.set(session, value);
  const [oldest] = map.keys();
  if (map.size > MAX_COUNT && oldest !== undefined) map.delete(oldest);
}

import { configEndpoints } from '#contract/config.ts';
import { configurationEndpoints } from '#contract/configuration.ts';
import { connectionEndpoints } from '#contract/connection.ts';
import { secretEndpoints } from '#contract/secrets.ts';
import { shellEndpoints } from '#contract/shell.ts';
import { createApiClient } from './api-client.ts';
import { followEvents } from './follow-events.ts';
import { type HostCallsDeps, openStreams } from './host-calls.ts';
import type { HostClient } from './host-client.ts';
import { createVendorFetch } from './vendor-fetch.ts';

export interface HostClientDeps extends HostCallsDeps {
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  random(): number;
}

export function createHostClient(deps: HostClientDeps): HostClient {
  const streams = openStreams(deps);
  const secrets = createApiClient(deps, secretEndpoints);
  return {
    ...createApiClient(deps, connectionEndpoints),
    ...createApiClient(deps, configEndpoints),
    ...createApiClient(deps, configurationEndpoints),
    ...createApiClient(deps, shellEndpoints),
    ...secrets,
    group: (endpoints) => createApiClient(deps, endpoints),
    async unlockSecrets(given) {
      const state = await secrets.unlockSecrets(given);
      // Knowing the passphrase makes this a known window. The stream reports it when it is opened again.
      deps.window?.renegotiate();
      return state;
    },
    events: (onEvent, signal, onReachable) => {
      void followEvents(deps, onEvent, signal, onReachable ?? (() => undefined));
    },
    vendorFetch: (connection) => createVendorFetch(streams, connection),
  };
}

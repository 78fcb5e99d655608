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
  const webSearch = async () => createApiClient(deps, (await import('#contract/web-search.ts')).webSearchEndpoints);
  const desktop = async () => createApiClient(deps, (await import('#contract/desktop.ts')).desktopEndpoints);
  const network = async () => createApiClient(deps, (await import('#contract/network.ts')).networkEndpoints);
  return {
    ...createApiClient(deps, connectionEndpoints),
    ...createApiClient(deps, configEndpoints),
    ...createApiClient(deps, configurationEndpoints),
    ...createApiClient(deps, shellEndpoints),
    ...secrets,
    async findLocalServers(options) {
      const { localServerEndpoints } = await import('#contract/local-servers.ts');
      return createApiClient(deps, localServerEndpoints).findLocalServers(options);
    },
    webSearch: async (...given) => (await webSearch()).webSearch(...given),
    putWebSearch: async (...given) => (await webSearch()).putWebSearch(...given),
    deleteWebSearchKey: async (...given) => (await webSearch()).deleteWebSearchKey(...given),
    testWebSearch: async (...given) => (await webSearch()).testWebSearch(...given),
    desktop: async (...given) => (await desktop()).desktop(...given),
    changeDesktop: async (...given) => (await desktop()).changeDesktop(...given),
    reportActivity: async (...given) => (await desktop()).reportActivity(...given),
    network: async (...given) => (await network()).network(...given),
    putNetwork: async (...given) => (await network()).putNetwork(...given),
    addAuthority: async (...given) => (await network()).addAuthority(...given),
    removeAuthority: async (...given) => (await network()).removeAuthority(...given),
    testNetwork: async (...given) => (await network()).testNetwork(...given),
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

import { HostConfigState } from '#contract/config.ts';
import { ConfigurationState } from '#contract/configuration.ts';
import { Connection, ConnectionList } from '#contract/connection.ts';
import { KeyTest, SecretsState } from '#contract/secrets.ts';
import { OpenExternalResult } from '#contract/shell.ts';
import { followEvents } from './follow-events.ts';
import { createHostCalls } from './host-calls.ts';
import type { HostCallsDeps } from './host-calls.ts';
import type { HostClient } from './host-client.ts';
import { createVendorFetch } from './vendor-fetch.ts';

export interface HostClientDeps extends HostCallsDeps {
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  random(): number;
}

export function createHostClient(deps: HostClientDeps): HostClient {
  const { ask, tell, streams } = createHostCalls(deps);
  const key = (connection: string) => `/api/secrets/keys/${encodeURIComponent(connection)}`;

  return {
    connections: async () => (await ask({ method: 'GET', path: '/api/vendors' }, ConnectionList)).connections,
    addConnection: (connection) => ask({ method: 'POST', path: '/api/vendors', body: connection }, Connection),
    removeConnection: (id) => tell('DELETE', `/api/vendors/${encodeURIComponent(id)}`),
    putKey: (connection, value) => ask({ method: 'PUT', path: key(connection), body: { key: value } }, Connection),
    deleteKey: (connection) => ask({ method: 'DELETE', path: key(connection) }, Connection),
    testKey: (connection, value) =>
      ask(
        { method: 'POST', path: `${key(connection)}/test`, body: value === undefined ? {} : { key: value } },
        KeyTest,
      ),
    secrets: () => ask({ method: 'GET', path: '/api/secrets' }, SecretsState),
    chooseSecretStore: (choice) =>
      ask({ method: 'POST', path: '/api/secrets/choose', body: choice, by: 'gesture' }, SecretsState),
    async unlockSecrets(passphrase) {
      const call = { method: 'POST', path: '/api/secrets/unlock', body: { passphrase }, by: 'window' } as const;
      const state = await ask(call, SecretsState);
      // Knowing the passphrase makes this a known window. The stream reports it when it is opened again.
      deps.window?.renegotiate();
      return state;
    },
    resetSecrets: () => ask({ method: 'POST', path: '/api/secrets/reset', body: {}, by: 'gesture' }, SecretsState),
    config: () => ask({ method: 'GET', path: '/api/config' }, HostConfigState),
    putConfig: (patch) => ask({ method: 'PATCH', path: '/api/config', body: patch }, HostConfigState),
    configuration: (session) => ask({ method: 'GET', path: configurationPath(session) }, ConfigurationState),
    changeConfiguration: (session, patch) =>
      ask({ method: 'PATCH', path: configurationPath(session), body: patch }, ConfigurationState),
    openExternal: (url) => ask({ method: 'POST', path: '/api/shell/open-external', body: { url } }, OpenExternalResult),
    events: (onEvent, signal, onReachable) => {
      void followEvents(deps, onEvent, signal, onReachable ?? (() => undefined));
    },
    vendorFetch: (connection) => createVendorFetch(streams, connection),
  };
}

function configurationPath(session: string | null): string {
  return `/api/configuration${session === null ? '' : `?session=${encodeURIComponent(session)}`}`;
}

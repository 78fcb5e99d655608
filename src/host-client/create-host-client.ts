import type { z } from 'zod';
import { HostConfigState } from '#contract/config.ts';
import { Connection, ConnectionList } from '#contract/connection.ts';
import { KeyTest, SecretsState } from '#contract/secrets.ts';
import { OpenExternalResult } from '#contract/shell.ts';
import { callHost } from './call-host.ts';
import type { HostCall, HostCallDeps } from './call-host.ts';
import { followEvents } from './follow-events.ts';
import { HostAnswerUnreadable } from './host-error.ts';
import type { HostClient } from './host-client.ts';
import { endRun } from './run-fetch.ts';
import { createVendorFetch } from './vendor-fetch.ts';

export interface HostClientDeps extends HostCallDeps {
  newRunId(): string;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  random(): number;
  /** Tells when the page is going away; its running requests are ended then. */
  onPageHide(fn: () => void): void;
}

export function createHostClient(deps: HostClientDeps): HostClient {
  const running = new Set<string>();
  deps.onPageHide(() => {
    for (const run of running) endRun(deps, run);
  });

  async function ask<T>(call: HostCall, answer: z.ZodType<T>): Promise<T> {
    const value = await callHost(deps, call, answer);
    if (value === null) throw new HostAnswerUnreadable(call.path);
    return value;
  }
  const key = (connection: string) => `/api/secrets/keys/${encodeURIComponent(connection)}`;

  return {
    connections: async () => (await ask({ method: 'GET', path: '/api/vendors' }, ConnectionList)).connections,
    addConnection: (connection) => ask({ method: 'POST', path: '/api/vendors', body: connection }, Connection),
    removeConnection: async (id) => {
      await callHost(deps, { method: 'DELETE', path: `/api/vendors/${encodeURIComponent(id)}` }, null);
    },
    putKey: (connection, value) => ask({ method: 'PUT', path: key(connection), body: { key: value } }, Connection),
    deleteKey: (connection) => ask({ method: 'DELETE', path: key(connection) }, Connection),
    testKey: (connection, value) =>
      ask(
        { method: 'POST', path: `${key(connection)}/test`, body: value === undefined ? {} : { key: value } },
        KeyTest,
      ),
    secrets: () => ask({ method: 'GET', path: '/api/secrets' }, SecretsState),
    chooseSecretStore: (choice) => ask({ method: 'POST', path: '/api/secrets/choose', body: choice }, SecretsState),
    unlockSecrets: (passphrase) =>
      ask({ method: 'POST', path: '/api/secrets/unlock', body: { passphrase } }, SecretsState),
    resetSecrets: () => ask({ method: 'POST', path: '/api/secrets/reset', body: {} }, SecretsState),
    config: () => ask({ method: 'GET', path: '/api/config' }, HostConfigState),
    putConfig: (patch) => ask({ method: 'PATCH', path: '/api/config', body: patch }, HostConfigState),
    openExternal: (url) => ask({ method: 'POST', path: '/api/shell/open-external', body: { url } }, OpenExternalResult),
    events: (onEvent, signal, onReachable) => {
      void followEvents(deps, onEvent, signal, onReachable ?? (() => undefined));
    },
    vendorFetch: (connection) => createVendorFetch({ ...deps, running }, connection),
  };
}

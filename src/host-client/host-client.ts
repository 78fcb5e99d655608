import type { configEndpoints } from '#contract/config.ts';
import type { configurationEndpoints } from '#contract/configuration.ts';
import type { Connection, connectionEndpoints } from '#contract/connection.ts';
import type { Endpoints } from '#contract/endpoint.ts';
import type { HostEvent } from '#contract/events.ts';
import type { secretEndpoints } from '#contract/secrets.ts';
import type { shellEndpoints } from '#contract/shell.ts';
import type { ApiClient } from './api-client.ts';

/**
 * The page's only way to the host. `vendorFetch` gives the SDKs a fetch for one connection: addresses below the
 * connection's base URL become `/api/vendors/<id>/wire/…`, token and run id are added, an abort also sends
 * `DELETE /api/runs/<run>`.
 */
export interface HostClient
  extends
    ApiClient<typeof connectionEndpoints>,
    ApiClient<typeof secretEndpoints>,
    ApiClient<typeof configEndpoints>,
    ApiClient<typeof configurationEndpoints>,
    ApiClient<typeof shellEndpoints> {
  /** The calls of a group that the start doesn't need. Who calls them brings their endpoints along. */
  group<Group extends Endpoints>(endpoints: Group): ApiClient<Group>;
  /** Reconnects with back-off until the signal aborts. Reports once when the host is gone and once when it is back. */
  events(onEvent: (event: HostEvent) => void, signal: AbortSignal, onReachable?: (reachable: boolean) => void): void;
  vendorFetch(connection: Connection): (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

import { type Connection, WIRE_PATH } from '#contract/connection.ts';
import { pathOf } from '#contract/endpoint.ts';
import { abortableFetch } from './abortable-fetch.ts';
import type { RunFetchDeps } from './abortable-fetch.ts';

/**
 * The fetch for an SDK. Addresses below the connection's base URL go to the host's proxy. All others are refused, since
 * an SDK must not call them.
 */
export function createVendorFetch(deps: RunFetchDeps, connection: Pick<Connection, 'id' | 'baseUrl'>) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const asked = input instanceof Request ? input : null;
    const rest = pathBelow(connection.baseUrl, input instanceof Request ? input.url : input.toString());
    if (rest === null) throw new TypeError(`not an address of ${connection.id}`);
    return abortableFetch(deps, `${pathOf(WIRE_PATH, [connection.id])}${rest}`, {
      method: init?.method ?? asked?.method ?? 'GET',
      headers: new Headers(init?.headers ?? asked?.headers),
      body: init?.body ?? (asked?.body ? await asked.arrayBuffer() : undefined),
      signal: init?.signal ?? asked?.signal,
    });
  };
}

function pathBelow(baseUrl: string, address: string): string | null {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  return address.startsWith(base) ? address.slice(base.length) : null;
}

import type { Host } from './create-host.ts';
import { passThrough } from './base/pass-through.ts';

/**
 * Headers about a single connection (RFC 9110, 7.6.1). There is no connection here, and Electron validates header
 * names.
 */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/**
 * Adapts the host to `protocol.handle`. Electron passes a Request without a signal and destroys the response body when
 * the page gives up (lib/browser/api/protocol.ts; security.md T1), so the end of the body is the only sign of it.
 */
export function toElectronHandler(host: Pick<Host, 'fetch'>): (request: Request) => Promise<Response> {
  return async (request) => {
    const abandoned = new AbortController();
    const response = await host.fetch(new Request(request, { signal: abandoned.signal }));
    const headers = new Headers(response.headers);
    for (const name of HOP_BY_HOP) headers.delete(name);
    const body = response.body ? passThrough(response.body, { onCancel: () => abandoned.abort() }) : null;
    return new Response(body, { status: response.status, headers });
  };
}

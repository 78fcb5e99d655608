import { WIRE_PATH } from '#contract/connection.ts';
import type { HostServices } from './host-services.ts';
import { passThrough } from '../base/pass-through.ts';
import { HostError } from '../base/problem.ts';
import { readBytes, requireJson } from '../base/read-body.ts';
import { requireKey } from '../base/require-key.ts';
import { createSecretFilter } from '../base/secret-filter.ts';
import type { Run } from '../base/request-registry.ts';
import type { VendorRow } from '../base/vendor-table.ts';
import { headersFromVendor, headersToVendor } from '../base/wire-headers.ts';
import { resolveWire } from '../base/wire-rules.ts';
import type { Route, RouteCall } from '../base/route.ts';
import { runIdOf } from './runs.ts';

/** Images and files are inside the JSON; the largest request a vendor accepts is about 50 MB (2026-11). */
const BODY_LIMIT = 64 * 1024 * 1024;

/** Returns the path after `/wire/` as sent: decoding it could turn an allowed path into another one. */
function restOf(url: URL): string {
  return /^\/api\/vendors\/[^/]+\/wire\/(.*)$/s.exec(url.pathname)?.[1] ?? '';
}

/**
 * The vendor proxy: the page sends the request, the table has the address, and the key is added here (security.md S33,
 * S34).
 */
export function wireRoute(parts: HostServices): Route {
  const { callVendor, connections, deps, runs } = parts;

  async function ask(request: Request, row: VendorRow, run: Run): Promise<Response> {
    const url = new URL(request.url);
    const target = resolveWire(row.baseUrl, row.rules, {
      method: request.method,
      rest: restOf(url),
      query: url.searchParams,
    });
    const posted = request.method === 'POST';
    if (posted) requireJson(request);
    const body = posted ? await readBytes(request, BODY_LIMIT) : undefined;
    const key = await requireKey(deps.secrets, row);
    if (run.signal.aborted) throw new HostError('run_cancelled');
    const began = deps.clock.now();
    const response = await callVendor(row, {
      method: request.method,
      url: target,
      headers: headersToVendor(request.headers, `Baton/${deps.version}`),
      ...(body ? { body } : {}),
      key,
      signal: run.signal,
    });
    deps.log.write('info', 'wire', {
      connection: row.id,
      method: request.method,
      path: target.pathname,
      status: response.status,
      ms: deps.clock.now() - began,
    });
    return hand(response, run, key);
  }

  /** Streams the vendor's answer unchanged; when the page stops reading, the request to the vendor is aborted. */
  function hand(response: Response, run: Run, key: string | null): Response {
    const init = { status: response.status, headers: headersFromVendor(response.headers, key) };
    if (!response.body) {
      run.close();
      return new Response(null, init);
    }
    const filter = key === null ? undefined : createSecretFilter(key);
    return new Response(passThrough(response.body, { onEnd: run.close, onCancel: run.abort }, filter), init);
  }

  async function wire({ request, param }: RouteCall): Promise<Response> {
    const run = runs.open(runIdOf(request), request.signal);
    try {
      return await ask(request, await connections.find(param('id')), run);
    } catch (error) {
      run.close();
      throw run.signal.aborted ? new HostError('run_cancelled') : error;
    }
  }

  return { path: `${WIRE_PATH}*`, methods: { GET: wire, POST: wire } };
}

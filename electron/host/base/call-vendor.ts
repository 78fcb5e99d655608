import type { Auth } from '#core/vendors/base/protocol.ts';
import { reasonText } from '#core/reasons.ts';
import { codeOf, connectionFailure } from './connection-failure.ts';
import type { HostDeps } from './deps.ts';
import { HostError } from './problem.ts';
import type { VendorRow } from './vendor-table.ts';

/** The practice vendors: a Fetch handler inside this process. */
export interface PracticeVendors {
  fetch(request: Request): Promise<Response>;
}

export interface VendorCall {
  method: string;
  url: URL;
  headers: Headers;
  body?: Uint8Array<ArrayBuffer>;
  key: string | null;
  signal: AbortSignal;
}

export type CallVendor = (row: VendorRow, call: VendorCall) => Promise<Response>;

const ADD_KEY: Record<Auth, (headers: Headers, key: string) => void> = {
  'x-api-key': (headers, key) => headers.set('x-api-key', key),
  'api-key': (headers, key) => headers.set('api-key', key),
  'x-goog-api-key': (headers, key) => headers.set('x-goog-api-key', key),
  bearer: (headers, key) => headers.set('authorization', `Bearer ${key}`),
  none: () => undefined,
};

/**
 * The address is Baton's own or the user's. Either may be in the local network or on this machine; a vendor's may also
 * be behind a company's gateway. Only addresses that `networkOf` forbids are never a model server, whatever name
 * resolves to them.
 */
const REACH = 'loopback';

/** 304 is missing because it doesn't redirect: it is an answer without content. */
const REDIRECTS: ReadonlySet<number> = new Set([300, 301, 302, 303, 305, 307, 308]);

function unreachable(row: VendorRow, url: URL, error: unknown): HostError {
  const code = codeOf(error);
  const at = { vendor: row.label, host: url.host };
  const detail =
    connectionFailure(at, error) ??
    (code === null ? reasonText('vendor.failed', at) : reasonText('vendor.failedCode', { ...at, code }));
  return new HostError('upstream_unreachable', detail, { cause: error });
}

/**
 * Keeps each Request alive as long as it must react to its abort: until the headers arrive, and then as long as
 * something references the body. In Node 24 the signal of a Request follows the caller's signal through a weak
 * reference (undici). Code that holds only the signal, as `fetch` does while a body streams, never sees the abort once
 * the Request is garbage-collected.
 */
const waiting = new Set<Request>();
const streaming = new WeakMap<ReadableStream, Request>();

async function keeping(request: Request, work: (request: Request) => Promise<Response>): Promise<Response> {
  waiting.add(request);
  try {
    const response = await work(request);
    if (response.body) streaming.set(response.body, request);
    return response;
  } finally {
    waiting.delete(request);
  }
}

/** Of the bytes themselves: a Request copies bytes twice. */
const streamOf = (bytes: Uint8Array<ArrayBuffer>) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });

/**
 * The only place where a key is added to a request. Redirects are never followed, so a key can't go to another server
 * (security.md S33). Every failure before an answer is a HostError without the key in it.
 */
export function createCallVendor(deps: Pick<HostDeps, 'fetch'>, practice: PracticeVendors | null): CallVendor {
  return async (row, { method, url, headers, body, key, signal }) => {
    for (const [name, value] of Object.entries(row.headers ?? {})) if (!headers.has(name)) headers.set(name, value);
    if (key !== null) ADD_KEY[row.auth](headers, key);
    if (row.apiVersion !== undefined) url.searchParams.set('api-version', row.apiVersion);
    const sent = body && { body: streamOf(body), duplex: 'half' as const };
    const request = new Request(url, { method, headers, signal, redirect: 'manual', ...sent });
    let response: Response;
    try {
      response = await keeping(request, (retained) =>
        row.practice && practice ? practice.fetch(retained) : deps.fetch(retained, REACH),
      );
    } catch (error) {
      if (signal.aborted) throw new HostError('run_cancelled');
      if (error instanceof HostError) throw error;
      throw unreachable(row, url, error);
    }
    const redirect = response.type === 'opaqueredirect' || REDIRECTS.has(response.status);
    if (!redirect) return response;
    await response.body?.cancel();
    throw new HostError('upstream_redirect', reasonText('vendor.redirect', { vendor: row.label, host: url.host }));
  };
}

import { reasonText } from '#core/reasons.ts';
import { errorMessage } from '#core/thrown.ts';
import { networkOf } from '../base/base-url.ts';
import type { HostDeps } from '../base/deps.ts';
import { readBytes } from '../base/read-body.ts';
import { MAX_BYTES, MAX_MS, problemOfStatus, StoreError } from './object-store.ts';

/** The user typed the address. At home, the public name of their server may well lead to their own network. */
const REACH = 'loopback';

/**
 * Creates the `fetch` that libraries get for a remote: the host's own, limited to the remote's origin, without
 * redirects, and with a maximum size and time for answers. Every failure is a StoreError.
 */
export function createRemoteFetch({ fetch, clock }: Pick<HostDeps, 'fetch' | 'clock'>, address: string) {
  const { origin, hostname } = new URL(address);
  if (networkOf(hostname) === 'forbidden') throw new StoreError('refused', hostname);

  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin)
      throw new StoreError('refused', reasonText('sync.origin', { address: url.origin, expected: origin }));
    const ending = new AbortController();
    const late = clock.setTimeout(() => ending.abort(new Error(reasonText('sync.late'))), MAX_MS);
    try {
      const request = new Request(input, { ...init, redirect: 'manual', signal: ending.signal });
      const response = await fetch(request, REACH);
      if (response.status >= 300 && response.status < 400)
        throw new StoreError('unfit', redirectReason(url.host, response.headers.get('location')));
      // Some sites have a page for every address, and some networks want a sign-in first.
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isRead && response.ok && /^text\/html\b/i.test(response.headers.get('content-type') ?? ''))
        throw new StoreError('unfit', reasonText('sync.webPage', { host: url.host }));
      const bytes = await readBytes(response, MAX_BYTES);
      ending.signal.throwIfAborted();
      const declared = response.headers.get('content-length');
      const isCut = request.method !== 'HEAD' && declared !== null && Number(declared) > bytes.length;
      if (isCut && !response.headers.has('content-encoding')) throw new Error(reasonText('sync.cut'));
      const isEmpty = [204, 205, 304].includes(response.status) || request.method === 'HEAD';
      return new Response(isEmpty ? null : bytes, { status: response.status, headers: response.headers });
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw new StoreError('unreachable', errorMessage(error), error);
    } finally {
      clock.clearTimeout(late);
    }
  };
}

function redirectReason(host: string, address: string | null): string {
  return address === null
    ? reasonText('sync.redirectNowhere', { host })
    : reasonText('sync.redirect', { host, address });
}

/** Converts an error of a library to a StoreError. */
export function asStoreError(error: unknown): StoreError {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof StoreError) return at;
  const detail = errorMessage(error);
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
  return new StoreError(status > 0 ? problemOfStatus(status) : 'failed', detail, error);
}

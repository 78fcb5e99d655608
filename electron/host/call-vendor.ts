import type { HostDeps } from './deps.ts';
import { HostError } from './problem.ts';
import type { Auth, VendorRow } from './vendor-table.ts';

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
  'x-goog-api-key': (headers, key) => headers.set('x-goog-api-key', key),
  bearer: (headers, key) => headers.set('authorization', `Bearer ${key}`),
  none: () => undefined,
};

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name could not be resolved. Check the address and your internet connection',
  EAI_AGAIN: 'its name could not be resolved. Check your internet connection',
  ECONNREFUSED: 'nothing listens there. Check the address, and whether the server is running',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  ETIMEDOUT: 'it took too long',
  ENETUNREACH: 'there is no way to its network. Check your internet connection',
  EHOSTUNREACH: 'there is no way to it. Check your internet connection',
  UND_ERR_CONNECT_TIMEOUT: 'connecting took too long',
  UND_ERR_HEADERS_TIMEOUT: 'no answer came for too long',
  UND_ERR_SOCKET: 'the connection was closed',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed and not trusted here',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted here',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate belongs to another name',
};

/** `fetch` hides the reason behind one or two causes, and behind all attempts when a name has several addresses. */
function codeOf(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 4) return null;
  if ('code' in error && typeof error.code === 'string' && error.code in REASONS) return error.code;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return codeOf(inner, depth + 1) ?? ('code' in error && typeof error.code === 'string' ? error.code : null);
}

function unreachable(row: VendorRow, url: URL, error: unknown): HostError {
  const code = codeOf(error);
  const reason = code === null ? 'the connection failed' : `${REASONS[code] ?? 'the connection failed'} (${code})`;
  return new HostError('upstream_unreachable', `${row.label} at ${url.host} did not answer: ${reason}.`, {
    cause: error,
  });
}

/**
 * The one place where a key meets a request. Redirects are never followed, so no key goes where it was not meant for
 * (security.md S33); every failure before an answer is a HostError without the key in it.
 */
export function createCallVendor(deps: Pick<HostDeps, 'fetch'>, practice: PracticeVendors | null): CallVendor {
  return async (row, { method, url, headers, body, key, signal }) => {
    if (key !== null) ADD_KEY[row.auth](headers, key);
    const request = new Request(url, { method, headers, signal, redirect: 'manual', ...(body ? { body } : {}) });
    let response: Response;
    try {
      response = row.practice && practice ? await practice.fetch(request) : await deps.fetch(request);
    } catch (error) {
      if (signal.aborted) throw new HostError('run_cancelled');
      throw unreachable(row, url, error);
    }
    const redirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
    if (!redirect) return response;
    await response.body?.cancel();
    throw new HostError(
      'upstream_redirect',
      `${row.label} at ${url.host} sent the request elsewhere. Check the address.`,
    );
  };
}

import { RecentMap } from '#core/recent-map.ts';
import type { VendorFetch } from './base-ai-service.ts';

/** Placeholder, because the SDKs require a key. The request tap removes it and the host adds the real one. */
export const HOST_KEY = 'kept-by-the-host';

/** Addresses whose clients are kept. */
const MAX_CLIENTS = 8;

/** What the Stainless SDKs (Anthropic, OpenAI) pass on from a request to fetch: the request's own fetch. */
type FetchOptions = Omit<RequestInit, 'body' | 'headers' | 'method' | 'signal'> & { through: VendorFetch };

/** Options of a request to one of the `sdkClients`. */
export const sendThrough = (fetch: VendorFetch, signal: AbortSignal) => {
  const fetchOptions: FetchOptions = { through: fetch };
  return { signal, fetchOptions };
};

/** Settings for both SDKs: no retries, no logs, no warning about the browser. */
const settingsFor = (baseURL: string) =>
  ({
    baseURL,
    fetch: (input: string | URL | Request, init?: RequestInit) => {
      const { through, ...own } = init as RequestInit & FetchOptions;
      return through(input, own);
    },
    apiKey: HOST_KEY,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    logLevel: 'off',
    // Only a safety limit until response headers arrive: some models think for many minutes before the first byte.
    timeout: 3_600_000,
  }) as const;

/**
 * An SDK's clients by address. Building one takes as long as compiling a new message. A client knows only the address of
 * a connection; each request brings its own fetch, which knows the rest.
 */
export function sdkClients<Client>(
  create: (settings: ReturnType<typeof settingsFor>) => Client,
): (baseURL: string) => Client {
  const clients = new RecentMap<Client>(MAX_CLIENTS);
  return (baseURL) => clients.of(baseURL, () => create(settingsFor(baseURL)));
}

import type { FetchLike } from '@modelcontextprotocol/client';
import type { HostDeps } from '../../base/deps.ts';
import { type Lookup, checkReach, readSecureUrl } from './address-rules.ts';

export interface GuardedFetchOptions {
  fetch: HostDeps['fetch'];
  lookup: Lookup;
  serverUrl: string;
  /** Sent to the server's own origin only, so no key reaches a sign-in server. */
  headers: Readonly<Record<string, string>>;
  userAgent: string;
  /** Ends every request when it aborts. */
  over?: AbortSignal;
}

/**
 * Every request to a remote server or its sign-in goes through here. The address is checked, redirects are not followed
 * (the SDK follows those within the origin itself), and the user's headers go only to the origin they were given for.
 */
export function createGuardedFetch({
  fetch,
  lookup,
  serverUrl,
  headers,
  userAgent,
  over,
}: GuardedFetchOptions): FetchLike {
  const home = readSecureUrl(serverUrl);
  return async (input, init) => {
    const ownOrigin = new URL(input).origin === home.url.origin;
    const { url, reach } = await checkReach(String(input), home.network, ownOrigin, lookup);
    const sent = new Headers(init?.headers);
    sent.set('user-agent', userAgent);
    if (ownOrigin) for (const [name, value] of Object.entries(headers)) if (!sent.has(name)) sent.set(name, value);
    const { body, method } = init ?? {};
    const signals = [init?.signal, over].filter((one) => one != null);
    return fetch(
      new Request(url, {
        method: method ?? 'GET',
        headers: sent,
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
        ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
      }),
      reach,
    );
  };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { APP_HEADER, APP_HEADER_VALUE, TOKEN_HEADER } from '#contract/headers.ts';
import { HostError } from './base/problem.ts';
import type { WindowTokens } from './base/window-tokens.ts';

export interface GuardSettings {
  /** `app://ui` or `http://<name of the home>.localhost:<port>`. */
  origin: string;
  token: string | null;
  windowKeys?: Pick<WindowTokens, 'accepts'>;
}

/** Checks the path as sent: an encoded `/%61pi` is a file name, and no such file exists. */
export function isApiPath(pathname: string): boolean {
  return pathname === '/api' || pathname.startsWith('/api/');
}

function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Opening the page from a link elsewhere is harmless: it shows nothing without the token in the address. */
function isNavigation(request: Request): boolean {
  return (
    request.method === 'GET' &&
    request.headers.get('sec-fetch-mode') === 'navigate' &&
    request.headers.get('sec-fetch-dest') === 'document'
  );
}

/**
 * Throws unless this host's own page made the request (security.md S27-S30). A missing header never counts in the
 * caller's favor: every call under /api needs the custom header, which no other origin can send, and a token.
 */
export function createGuard({ origin, token, windowKeys }: GuardSettings): (request: Request) => void {
  const page = new URL(origin);
  const overHttp = page.protocol === 'http:' || page.protocol === 'https:';

  const isKnown = (given: string) => (token !== null && sameText(given, token)) || windowKeys?.accepts(given) === true;

  function checkAddress(request: Request, url: URL): void {
    const { headers } = request;
    if (url.protocol !== page.protocol || url.host !== page.host || url.username || url.password)
      throw new HostError('wrong_host');
    // app:// requests carry no Host header. Over HTTP it must match, or a rebound name would pass (measured 2026-11).
    if (overHttp && headers.get('host') !== page.host) throw new HostError('wrong_host');
    const from = headers.get('origin');
    if (from !== null && from !== origin) throw new HostError('forbidden', 'Another origin asked.');
    const site = headers.get('sec-fetch-site');
    if (
      site !== null &&
      site !== 'same-origin' &&
      site !== 'none' &&
      (isApiPath(url.pathname) || !isNavigation(request))
    )
      throw new HostError('forbidden', 'Another site asked.');
  }

  function checkCaller({ headers, method }: Request, pathname: string): void {
    if (headers.get(APP_HEADER) !== APP_HEADER_VALUE) throw new HostError('forbidden', `${APP_HEADER} is missing.`);
    // This call carries a ticket instead, which the route checks.
    if (windowKeys && method === 'POST' && pathname === '/api/windows') return;
    const given = headers.get(TOKEN_HEADER);
    if (given === null || !isKnown(given))
      throw new HostError('unauthorized', 'Open Baton again from where it was started.');
  }

  return (request) => {
    const url = new URL(request.url);
    checkAddress(request, url);
    // A service worker outlives its pages and intercepts the requests of all of them. Baton has none.
    if (request.headers.has('service-worker')) throw new HostError('forbidden', 'There are no service workers here.');
    if (isApiPath(url.pathname)) checkCaller(request, url.pathname);
  };
}

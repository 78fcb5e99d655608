import { protocol } from 'electron';
import { APP_ORIGIN, APP_SCHEME, isAppUrl } from './policy.ts';

/**
 * Exactly these five (security.md T4): `standard` gives a real origin with storage, `secure` a secure context,
 * `supportFetchAPI` and `stream` are needed for the API, `codeCache` speeds up the start. None of them weakens the
 * origin.
 */
const PRIVILEGES = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } as const;

/** Call once, before the app is ready: Electron ignores a later call. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: PRIVILEGES }]);
}

function refuse(): Response {
  return new Response('Not found', {
    status: 404,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
  });
}

/**
 * Electron 45 sets `initiatorOrigin` to the origin of the document that makes the request; a page can't forge it. It is
 * missing when the browser itself makes the request (the first load), so its absence proves nothing: the host's header
 * and token checks still apply.
 */
function isForeign(request: Request): boolean {
  const initiator: unknown = Reflect.get(request, 'initiatorOrigin');
  return typeof initiator === 'string' && initiator !== APP_ORIGIN;
}

/** Serves app://ui, page and API on one origin. Other hosts of the scheme do not exist. */
export function serveApp(handler: (request: Request) => Promise<Response>): void {
  protocol.handle(APP_SCHEME, (request) =>
    isAppUrl(request.url) && !isForeign(request) ? handler(request) : refuse(),
  );
}

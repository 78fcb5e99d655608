import { createHash, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignInPage } from '../../base/deps.ts';
import { MAX_HEADER_BYTES } from '../../base/max-header-bytes.ts';

const PATH = '/oauth/callback';

const ENGLISH: SignInPage = {
  done: ['You can close this window and go back to Baton.'],
  stray: ['This isn’t the sign-in that Baton waits for.'],
};

export interface CallbackListener {
  readonly redirectUrl: string;
  /** Resolves with the parameters of the one call with the expected state; rejects when closed before. */
  wait(state: string): Promise<URLSearchParams>;
  /** `wait` rejects with `why`, if it is still waiting. */
  close(why?: unknown): void;
}

function same(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function page(response: ServerResponse, status: number, texts: readonly string[]): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(
    `<!doctype html><meta charset="utf-8"><title>Baton</title>${texts.map((text) => `<p>${text}</p>`).join('')}`,
  );
}

/**
 * Receives the browser's redirect after a sign-in: only on this machine, on its own port, one exact path, one call with
 * the expected state (RFC 8252, 7.3 and 8.10; security.md S47). Every other request is refused and changes nothing.
 * `again`: the address of an earlier registration, which is valid for that port only; if the port is in use, another is
 * taken.
 */
export async function openCallbackListener(
  again: string | null,
  texts: SignInPage = ENGLISH,
): Promise<CallbackListener> {
  const outcome = Promise.withResolvers<URLSearchParams>();
  outcome.promise.catch(() => undefined);
  let expected: string | null = null;
  let done = false;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    // Any page can send requests here, even with a path that isn't a valid URL.
    const url = URL.parse(request.url ?? '', origin);
    const state = url?.searchParams.getAll('state') ?? [];
    const [given] = state;
    const fits =
      request.method === 'GET' &&
      request.headers.host === new URL(origin).host &&
      url?.pathname === PATH &&
      state.length === 1 &&
      given !== undefined &&
      expected !== null &&
      same(given, expected);
    if (!url || !fits || done) {
      page(response, 400, texts.stray);
      return;
    }
    done = true;
    page(response, 200, texts.done);
    outcome.resolve(url.searchParams);
  }

  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, answer);
  const listenAt = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await listenAt(Number(again === null ? 0 : new URL(again).port)).catch(() => listenAt(0));
  server.on('error', (error) => outcome.reject(error));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    redirectUrl: `${origin}${PATH}`,
    wait(state) {
      expected = state;
      return outcome.promise;
    },
    close(why) {
      outcome.reject(why);
      server.close();
      // Answers in progress may finish.
      server.closeIdleConnections();
    },
  };
}

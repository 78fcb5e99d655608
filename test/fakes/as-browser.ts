import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { APP_HEADER, APP_HEADER_VALUE, TOKEN_HEADER } from '#contract/headers.ts';
import { WindowKey } from '#contract/windows.ts';

/**
 * `fetch` like a browser's, which resolves every name below `.localhost` to this machine. Node asks the system instead.
 */
export async function fetchAsBrowser(
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: string; address?: string } = {},
): Promise<Response> {
  const { host, port, pathname, search } = new URL(url);
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const one = request(
      {
        host: init.address ?? '127.0.0.1',
        port,
        path: pathname + search,
        method: init.method ?? 'GET',
        headers: { host, ...init.headers },
        agent: false,
      },
      resolve,
    );
    one.on('error', reject).end(init.body);
  });
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, {
    status: incoming.statusCode ?? 0,
    headers,
  });
}

/** Opens a window as the page does. Returns its token, or `null` when the link opens none. */
export async function useLink(link: string): Promise<WindowKey | null> {
  const { origin, hash } = new URL(link);
  return redeem(origin, hash.slice('#t='.length));
}

export async function redeem(origin: string, ticket: string): Promise<WindowKey | null> {
  const answer = await fetchAsBrowser(`${origin}/api/windows`, {
    method: 'POST',
    headers: { [APP_HEADER]: APP_HEADER_VALUE, 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  });
  return answer.status === 201 ? WindowKey.parse(await answer.json()) : null;
}

export const windowHeaders = (token: string) => ({ [APP_HEADER]: APP_HEADER_VALUE, [TOKEN_HEADER]: token });

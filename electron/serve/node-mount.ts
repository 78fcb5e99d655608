import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { getRequestListener } from '@hono/node-server';
import type { Host } from '#host/create-host.ts';
import { SECURITY_HEADERS, secure } from '#host/csp.ts';
import { MAX_HEADER_BYTES } from '../host/base/max-header-bytes.ts';
import { passThrough } from '../host/base/pass-through.ts';
import { HostError, problemResponse } from '../host/base/problem.ts';
import { readBrowserTexts } from './read-browser-texts.ts';

/**
 * When a body breaks, cuts the connection: the page sees a failure, never a short answer that looks complete. The
 * library itself would also print a stack trace each time.
 */
function cutWhenBroken(response: Response, outgoing: ServerResponse | Http2ServerResponse): Response {
  if (!response.body) return response;
  return new Response(passThrough(response.body, { onBreak: () => outgoing.destroy() }), response);
}

function rawHeaders(): string {
  return Object.entries(SECURITY_HEADERS)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

const TOO_LARGE = (await readBrowserTexts()).map(({ tooManyCookies }) => `${tooManyCookies}\n`).join('');

/** Answers data that can't be parsed as a request, with the same headers as every other answer. */
function refuseUnread(code: string | undefined): string {
  const overflow = code === 'HPE_HEADER_OVERFLOW';
  const status = overflow ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = overflow ? TOO_LARGE : '';
  const length = `content-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return `HTTP/1.1 ${status}\r\n${rawHeaders()}${length}connection: close\r\n\r\n${body}`;
}

/** Serves the host with Node's HTTP server. The caller decides where it listens. */
export function createNodeMount(host: Pick<Host, 'fetch'>): Server {
  const listener = getRequestListener(
    async (request, { outgoing }) => cutWhenBroken(await host.fetch(request), outgoing),
    {
      // Otherwise the library replaces Request and Response for the whole process (security.md T6).
      overrideGlobalObjects: false,
      errorHandler: () => secure(problemResponse(new HostError('bad_request', 'The request is malformed.'))),
    },
  );
  // The guard refuses a missing Host, in an answer with the same headers as every other.
  const server = createServer(
    { requireHostHeader: false, maxHeaderSize: MAX_HEADER_BYTES },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  // A connection that could not be accepted (for example without a free descriptor) affects only its caller.
  server.on('error', () => undefined);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(refuseUnread(error.code));
    else socket.destroy();
  });
  return server;
}

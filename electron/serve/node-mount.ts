import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { getRequestListener } from '@hono/node-server';
import type { Host } from '#host/create-host.ts';
import { SECURITY_HEADERS, secure } from '#host/csp.ts';
import { MAX_HEADER_BYTES } from '../host/base/max-header-bytes.ts';
import { passThrough } from '../host/base/pass-through.ts';
import { HostError, problemResponse } from '../host/base/problem.ts';

/**
 * A body that breaks cuts the connection: the page sees a failure, never a short answer that looks whole. Left to the
 * library, each such end would also print a stack trace.
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

const TOO_LARGE =
  'This request carries too many cookies. Clear the cookies of 127.0.0.1 in this browser, then open Baton again.\n' +
  '이 요청에 쿠키가 너무 많아요. 브라우저에서 127.0.0.1의 쿠키를 지운 뒤 Baton을 다시 열어 주세요.\n';

/** What nobody can read as a request still gets an answer, with the headers of every other. */
function refuseUnread(code: string | undefined): string {
  const overflow = code === 'HPE_HEADER_OVERFLOW';
  const status = overflow ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = overflow ? TOO_LARGE : '';
  const length = `content-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return `HTTP/1.1 ${status}\r\n${rawHeaders()}${length}connection: close\r\n\r\n${body}`;
}

/** The host behind Node's HTTP server. Where it listens is the caller's business. */
export function createNodeMount(host: Pick<Host, 'fetch'>): Server {
  const listener = getRequestListener(
    async (request, { outgoing }) => cutWhenBroken(await host.fetch(request), outgoing),
    {
      // Otherwise the library replaces Request and Response for the whole process (security.md T6).
      overrideGlobalObjects: false,
      errorHandler: () => secure(problemResponse(new HostError('bad_request', 'The request is malformed.'))),
    },
  );
  // A missing Host is refused below, in an answer with the same headers as every other.
  const server = createServer(
    { requireHostHeader: false, maxHeaderSize: MAX_HEADER_BYTES },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  // A connection that could not be taken (no descriptor is left, say) is the caller's loss alone.
  server.on('error', () => undefined);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(refuseUnread(error.code));
    else socket.destroy();
  });
  return server;
}

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { getRequestListener } from '@hono/node-server';
import type { Host } from '#host/create-host.ts';
import { SECURITY_HEADERS, secure } from '#host/csp.ts';
import { passThrough } from '#host/pass-through.ts';
import { HostError, problemResponse } from '#host/problem.ts';

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

/** The host behind Node's HTTP server. Where it listens is the caller's business. */
export function createNodeMount(host: Pick<Host, 'fetch'>): Server {
  const listener = getRequestListener(
    async (request, { outgoing }) => cutWhenBroken(await host.fetch(request), outgoing),
    {
      // Otherwise the library replaces Request and Response for the whole process (security.md 3.2 rule 6).
      overrideGlobalObjects: false,
      errorHandler: () => secure(problemResponse(new HostError('bad_request', 'The request is malformed.'))),
    },
  );
  // A missing Host is refused below, in an answer with the same headers as every other.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => void listener(incoming, outgoing));
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end(`HTTP/1.1 400 Bad Request\r\n${rawHeaders()}connection: close\r\n\r\n`);
    else socket.destroy();
  });
  return server;
}

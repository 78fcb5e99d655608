import { serve } from '@hono/node-server';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import type { AddressInfo } from 'node:net';

export interface HttpMcp {
  url: URL;
  /** Requests as they arrived: `POST tools/call`, `GET`. */
  seen: string[];
  /** Forgets every session, like a restarted host. `refusal`: what it then answers instead of 404. */
  forget(refusal?: () => Response): void;
  /** Refuses every new session with this status. */
  refuse(status: number): void;
  /** Breaks every open connection. */
  breakAll(): void;
  close(): Promise<void>;
}

/** A real MCP server over streamable HTTP with sessions, on a free port. */
export async function startHttpMcp(build: () => Pick<McpServer, 'connect'>): Promise<HttpMcp> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const seen: string[] = [];
  let refusal = 0;
  let unknown = () => new Response('no such session', { status: 404 });
  const handle = async (request: Request): Promise<Response> => {
    const body: unknown = request.method === 'POST' ? await request.clone().json() : null;
    const method = typeof body === 'object' && body !== null && 'method' in body ? ` ${String(body.method)}` : '';
    seen.push(`${request.method}${method}`);
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known) return known.handleRequest(request);
    if (method !== ' initialize') return unknown();
    if (refusal > 0) return new Response('closed', { status: refusal });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await build().connect(transport);
    return transport.handleRequest(request);
  };
  const server = serve({ fetch: handle, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false });
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    seen,
    forget(other) {
      sessions.clear();
      unknown = other ?? unknown;
    },
    refuse: (status) => void (refusal = status),
    breakAll: () => 'closeAllConnections' in server && server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

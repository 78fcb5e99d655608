import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';

export interface SeenRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** The intended address of the request. */
  target: string;
  headers: Record<string, string>;
  body: string;
  /** Resolves with true when the caller aborts, false when the answer was finished. */
  brokenOff: Promise<boolean>;
}

export type Answer = (request: IncomingMessage, response: ServerResponse, seen: SeenRequest) => void;

export interface Upstream {
  readonly origin: string;
  readonly seen: SeenRequest[];
  answer: Answer;
  /** Use as `deps.fetch`: every vendor address leads here, over a real socket. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

const TARGET = 'x-test-target';

/** A vendor on 127.0.0.1 that follows the test's instructions and records what it was sent. */
export async function createUpstream(): Promise<Upstream> {
  const seen: SeenRequest[] = [];
  const send = createOutgoingFetch({});
  const server = createServer((request, response) => {
    const { [TARGET]: target = '', ...headers } = request.headers as Record<string, string>;
    const broken = Promise.withResolvers<boolean>();
    response.on('close', () => broken.resolve(!response.writableFinished));
    const one: SeenRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      target,
      headers,
      body: '',
      brokenOff: broken.promise,
    };
    seen.push(one);
    request.on('data', (chunk: Buffer) => (one.body += chunk.toString('latin1')));
    request.on('error', () => undefined);
    request.on('end', () => upstream.answer(request, response, one));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const upstream: Upstream = {
    origin,
    seen,
    answer: (_request, response) => response.end('{}'),
    async fetch(request) {
      const url = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set(TARGET, request.url);
      const body = request.body ? await request.arrayBuffer() : null;
      const { method, signal } = request;
      return send(new Request(`${origin}${url.pathname}${url.search}`, { method, headers, body, signal }), 'loopback');
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return upstream;
}

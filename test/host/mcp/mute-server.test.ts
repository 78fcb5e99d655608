import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { createMemorySecrets } from '#test/fakes/host-deps.ts';
import { type McpBench, createMcpBench } from './support/bench.ts';

/* Servers that accept a connection and then say nothing more. */

let bench: McpBench;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  bench = await createMcpBench({ deps: { fetch: createOutgoingFetch({}), secrets: createMemorySecrets() } });
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await bench.close();
});

/** `answer`: the result of a request; `null`: no response at all. */
async function muteServer(answer: (method: string) => object | null) {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const body = request.method === 'POST' ? await text(request) : '';
    const { id, method = '' } = body === '' ? {} : (JSON.parse(body) as { id?: number; method?: string });
    if (request.method === 'DELETE' || (request.method === 'GET' && request.url !== '/sse')) {
      response.writeHead(405).end();
      return;
    }
    const result = answer(method);
    if (result !== null) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...result }));
      return;
    }
    if (request.method === 'GET') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    response.once('close', leave);
    resolve();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reached, left };
}

describe('a server that never finishes its start', () => {
  test('over SSE is given up when it is removed, and its connection ends', async () => {
    const { origin, reached, left } = await muteServer(() => null);
    const { id } = await bench.ready('Mute', { kind: 'sse', url: `${origin}/sse`, headers: {} });
    const starting = bench.call('POST', `/api/mcp/servers/${id}/start`);
    await reached;
    expect((await bench.call('DELETE', `/api/mcp/servers/${id}`)).ok).toBe(true);
    await starting;
    await left;
  });

  test('by leaving the end of the handshake unanswered is given up when it is removed', async () => {
    const { origin, reached, left } = await muteServer((method) => {
      if (method === 'notifications/initialized') return null;
      if (method !== 'initialize') return { error: { code: -32601, message: 'unknown' } };
      return { result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } } };
    });
    const { id } = await bench.ready('Mute', { kind: 'http', url: `${origin}/mcp`, headers: {} });
    const starting = bench.call('POST', `/api/mcp/servers/${id}/start`);
    await reached;
    expect((await bench.call('DELETE', `/api/mcp/servers/${id}`)).ok).toBe(true);
    await starting;
    await left;
  });
});

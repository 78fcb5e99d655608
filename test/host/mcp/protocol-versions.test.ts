import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { type McpBench, createMcpBench, textOf } from './support/bench.ts';

const VERSION = '2026-07-28';
let bench: McpBench;
const seen: { method: string; headers: IncomingMessage['headers']; meta: Record<string, unknown> }[] = [];
/** How it refuses the handshake: by the status, as HTTP requires, or by an answer that names the version. */
let polite = false;

/** Supports revision 2026-07-28 and nothing older. */
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    const reply = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (request.method !== 'POST') return reply(405, {});
    const {
      id,
      method,
      params = {},
    } = JSON.parse(text) as {
      id?: number;
      method: string;
      params?: { _meta?: Record<string, unknown> };
    };
    if (id === undefined) return reply(202, {});
    const { _meta: meta = {} } = params;
    seen.push({ method, headers: request.headers, meta });
    const answer = (result: unknown) => reply(200, { jsonrpc: '2.0', id, result });
    if (method === 'initialize' && polite) return answer({ protocolVersion: VERSION, capabilities: {} });
    if (request.headers['mcp-protocol-version'] !== VERSION)
      return reply(400, {
        jsonrpc: '2.0',
        id,
        error: { code: -32_020, message: 'Missing MCP-Protocol-Version header' },
      });
    if (method === 'server/discover')
      return answer({
        resultType: 'complete',
        supportedVersions: [VERSION],
        capabilities: { tools: {} },
        serverInfo: { name: 'new', version: '3' },
      });
    if (method === 'tools/list')
      return answer({ resultType: 'complete', tools: [{ name: 'hi', inputSchema: { type: 'object' } }] });
    return answer({ resultType: 'complete', content: [{ type: 'text', text: 'hello' }] });
  });
});

beforeEach(async () => {
  seen.length = 0;
  polite = false;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bench = await createMcpBench({ deps: { fetch: createOutgoingFetch({}) } });
});
afterEach(async () => {
  await bench.close();
  await new Promise((resolve) => server.close(resolve));
});

test.for([false, true])(
  'a server without the handshake is used as it wants it (it answers the first word: %s)',
  async (answers) => {
    polite = answers;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const { id } = await bench.ready('New', { kind: 'http', url, headers: {} });
    const client = await bench.connect(id);
    expect(textOf(await bench.run(client, id, 'hi'))).toBe('hello');
    expect(await bench.server(id)).toMatchObject({ name: 'new', version: '3', health: { state: 'running' } });
    const later = seen.filter(({ method }) => method !== 'initialize');
    expect(later.map(({ method }) => method)).toEqual(['server/discover', 'tools/list', 'tools/call']);
    for (const { method, headers, meta } of later) {
      expect(headers).toMatchObject({ 'mcp-protocol-version': VERSION, 'mcp-method': method });
      expect(meta).toMatchObject({
        'io.modelcontextprotocol/protocolVersion': VERSION,
        'io.modelcontextprotocol/clientInfo': { name: 'baton' },
      });
    }
  },
);

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { createMemorySecrets } from '#test/fakes/host-deps.ts';
import { type McpBench, createMcpBench, textOf } from './support/bench.ts';
import { startHttpMcp } from '../../tools/support/http-server.ts';

const TOKEN = 'CANARY-token-1234567890';

let bench: McpBench;
const closers: (() => unknown)[] = [];
beforeEach(async () => {
  bench = await createMcpBench({ deps: { fetch: createOutgoingFetch({}), secrets: createMemorySecrets() } });
});
afterEach(async () => {
  await bench.close();
  for (const close of closers.splice(0)) await close();
});

const ready = (url: string, headers: Record<string, string>) => bench.ready('Remote', { kind: 'http', url, headers });

describe('the token of a header', () => {
  test.for([`Bearer ${TOKEN}`, `token ${TOKEN}`, TOKEN])('%s: is in no result that repeats it', async (value) => {
    const server = await startHttpMcp(() => {
      const mcp = new McpServer({ name: 'echo', version: '1.0.0' });
      mcp.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
        content: [{ type: 'text', text }],
      }));
      return mcp;
    });
    closers.push(() => server.close());
    const { id } = await ready(server.url.href, { authorization: value });
    const client = await bench.connect(id);
    const said = textOf(await bench.run(client, id, 'echo', { text: `${TOKEN} is wrong. The Bearer or token?` }));
    expect(said).toBe('[redacted] is wrong. The Bearer or token?');
  });

  test('is in no refusal that repeats it', async () => {
    const server = createServer((request, response) => {
      response.writeHead(403, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: `No such key: ${String(request.headers.authorization)}` }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const { id } = await ready(`http://127.0.0.1:${port}/mcp`, { authorization: `Bearer ${TOKEN}` });
    const refused = await bench.connect(id).then(() => 'connected', String);
    expect(refused).toContain('No such key');
    const shown = [
      refused,
      await (await bench.call('POST', `/api/mcp/servers/${id}/start`)).text(),
      JSON.stringify(await bench.server(id)),
      await (await bench.call('GET', `/api/mcp/servers/${id}/log`)).text(),
    ];
    expect(shown.join('\n')).not.toContain(TOKEN);
  });
});

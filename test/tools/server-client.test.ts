import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer, Server } from '@modelcontextprotocol/server';
import type { ListToolsResult } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MCP_REFUSED } from '#contract/mcp-calls.ts';
import { HostUnreachableError } from '#host-client/host-error.ts';
import type { ToolCallError } from '#tools/mcp/call-error.ts';
import type { Elicitation, ElicitationAnswer } from '#tools/mcp/elicitation.ts';
import { HostTransport } from '#tools/mcp/host-transport.ts';
import { mapError } from '#tools/mcp/map-error.ts';
import { createServerClient } from '#tools/mcp/server-client.ts';
import type { CallEvents, ServerClientDeps } from '#tools/mcp/server-client.ts';
import { startHttpMcp } from './support/http-server.ts';
import { fakeClock, realClock } from './support/timers.ts';

const NOTHING: CallEvents = { onProgress: () => undefined, onWaiting: () => undefined };
const forever = () => new AbortController().signal;
const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

interface Probe {
  stopped: string[];
  connections: number;
}

function build(probe: Probe): McpServer {
  probe.connections += 1;
  const server = new McpServer({ name: 'probe', version: '1.0.0' }, { capabilities: { logging: {} } });
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }, ctx) => ({
    content: [{ type: 'text', text }],
    structuredContent: { meta: ctx.mcpReq['_meta'] },
  }));
  server.registerTool('wait', { inputSchema: z.object({}) }, async (_args, ctx) => {
    await ctx.mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken: ctx.mcpReq['_meta']?.progressToken ?? 0, progress: 1, total: 4, message: 'started' },
    });
    const { signal } = ctx.mcpReq;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    probe.stopped.push('wait');
    return { content: [] };
  });
  server.registerTool('ask', { inputSchema: z.object({}) }, async (_args, ctx) => {
    // Sent like Baton's host does: on the stream of the call, since there is no other.
    const answer = await ctx.mcpReq.send({
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'Which one?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    });
    return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
  });
  server.registerTool('pay', { inputSchema: z.object({}) }, async (_args, ctx) => {
    const params = { elicitationId: 'p' };
    setTimeout(() => void server.server.notification({ method: 'notifications/elicitation/complete', params }), 20);
    const page = { mode: 'url' as const, url: 'https://pay.example', message: 'Pay first', ...params };
    const answer = await ctx.mcpReq.send({ method: 'elicitation/create', params: page });
    return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
  });
  return server;
}

function clientFor(transport: ServerClientDeps['transport'], more: Partial<ServerClientDeps> = {}) {
  const client = createServerClient({
    server: 'probe',
    transport,
    version: '0',
    clock: realClock,
    random: () => 0.5,
    elicitations: { ask: () => Promise.resolve({ action: 'cancel' }), complete: () => undefined },
    ...more,
  });
  undo.push(() => client.close());
  return client;
}

function inProcess(more: Partial<ServerClientDeps> = {}) {
  const probe: Probe = { stopped: [], connections: 0 };
  const servers: McpServer[] = [];
  const transport = () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const server = build(probe);
    servers.push(server);
    void server.connect(theirs);
    return ours;
  };
  return { probe, servers, client: clientFor(transport, more) };
}

const call = (tool: string, args: Record<string, unknown> = {}) => ({ key: 'a#0', tool, args });

describe('a client of a server', () => {
  it('connects at first use and lists what the server has', async () => {
    const { probe, client } = inProcess();
    expect(probe.connections).toBe(0);
    const { tools, unusable } = await client.listTools(forever());
    expect(tools.map((tool) => tool.name)).toEqual(['echo', 'wait', 'ask', 'pay']);
    expect(tools[0]?.inputSchema).toMatchObject({ type: 'object', required: ['text'] });
    expect(unusable).toEqual([]);
    await client.listTools(forever());
    expect(probe.connections).toBe(1);
  });

  it('hands over arguments and meta, and gives back the result', async () => {
    const { client } = inProcess();
    const result = await client.callTool(
      { ...call('echo', { text: '안녕' }), meta: { ticket: 't1' } },
      NOTHING,
      forever(),
    );
    expect(result.content).toEqual([{ type: 'text', text: '안녕' }]);
    expect(result.structuredContent).toMatchObject({ meta: { ticket: 't1' } });
  });

  it('reports progress, and an abort stops the tool itself', async () => {
    const { client, probe } = inProcess();
    const stop = new AbortController();
    const seen: unknown[] = [];
    const running = client.callTool(
      call('wait'),
      { ...NOTHING, onProgress: (progress) => (seen.push(progress), stop.abort()) },
      stop.signal,
    );
    await expect(running).rejects.toThrow('AbortError');
    await expect.poll(() => probe.stopped).toEqual(['wait']);
    expect(seen).toEqual([{ done: 1, total: 4, message: 'started' }]);
  });

  it('asks the user what a server asks, and says that it waits meanwhile', async () => {
    const asked: Elicitation[] = [];
    const waits: boolean[] = [];
    const { client } = inProcess({
      elicitations: {
        ask: (elicitation): Promise<ElicitationAnswer> => {
          asked.push(elicitation);
          return Promise.resolve({ action: 'accept', content: { name: 'blue' } });
        },
        complete: () => undefined,
      },
    });
    const result = await client.callTool(call('ask'), { ...NOTHING, onWaiting: (now) => waits.push(now) }, forever());
    expect(result.content).toEqual([{ type: 'text', text: '{"action":"accept","content":{"name":"blue"}}' }]);
    expect(asked).toMatchObject([{ server: 'probe', call: 'a#0', mode: 'form', message: 'Which one?' }]);
    expect(waits).toEqual([true, false]);
  });

  it('sends the user to an address and hears when they are done there', async () => {
    const asked: Elicitation[] = [];
    const complete = Promise.withResolvers<[server: string, id: string]>();
    const { client } = inProcess({
      elicitations: {
        async ask(elicitation) {
          asked.push(elicitation);
          await complete.promise;
          return { action: 'accept' };
        },
        complete: (...given) => complete.resolve(given),
      },
    });
    const result = await client.callTool(call('pay'), NOTHING, forever());
    expect(result.content).toEqual([{ type: 'text', text: '{"action":"accept"}' }]);
    expect(asked).toMatchObject([
      { mode: 'url', url: 'https://pay.example', message: 'Pay first', elicitationId: 'p' },
    ]);
    expect(await complete.promise).toEqual(['probe', 'p']);
  });

  it('lists again after the server said that its tools have changed', async () => {
    let notified = 0;
    const { client, servers } = inProcess({ onToolsChanged: () => (notified += 1) });
    await client.listTools(forever());
    servers[0]?.registerTool('late', { inputSchema: z.object({}) }, () => ({ content: [] }));
    await expect.poll(() => notified).toBeGreaterThan(0);
    const { tools } = await client.listTools(forever());
    expect(tools.map((tool) => tool.name)).toContain('late');
  });

  it('closes when idle and connects again when needed', async () => {
    const clock = fakeClock();
    const { client, probe } = inProcess({ clock, idleMs: 1000 });
    await client.callTool(call('echo', { text: 'a' }), NOTHING, forever());
    clock.advance(999);
    await client.callTool(call('echo', { text: 'b' }), NOTHING, forever());
    expect(probe.connections).toBe(1);
    clock.advance(1001);
    await client.callTool(call('echo', { text: 'c' }), NOTHING, forever());
    expect(probe.connections).toBe(2);
  });

  it('closes at once while a server doesn’t answer, and ends the listing that waits for it', async () => {
    let left = false;
    const client = clientFor(() => {
      const [ours, mute] = InMemoryTransport.createLinkedPair();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a field of the SDK's transport, not an event target
      mute.onclose = () => (left = true);
      return ours;
    });
    const listing = client.listTools(forever()).catch((error: unknown) => error);
    await client.close();
    expect(left).toBe(true);
    expect(await listing).toBeInstanceOf(Error);
  });

  it('gives up at once for a while after a server could not be reached, and later tries again', async () => {
    const clock = fakeClock();
    let tries = 0;
    const client = clientFor(
      () => {
        tries += 1;
        throw new TypeError('fetch failed');
      },
      { clock },
    );
    const failure = async () => {
      const error: unknown = await client.callTool(call('echo'), NOTHING, forever()).catch((reason: unknown) => reason);
      return mapError(error, forever(), true);
    };
    expect(await failure()).toMatchObject({ reason: 'crashed' });
    expect(await failure()).toMatchObject({ reason: 'crashed', nextTry: clock.now() + 375 });
    expect(tries).toBe(1);
    clock.advance(400);
    await failure();
    expect(tries).toBe(2);
    clock.advance(600);
    await failure();
    expect(tries).toBe(2);
  });

  it('reports changes of a resource while somebody follows it, and stays connected for them', async () => {
    const clock = fakeClock();
    const followed: string[] = [];
    const servers: Server[] = [];
    const client = clientFor(
      () => {
        const [ours, theirs] = InMemoryTransport.createLinkedPair();
        const server = new Server({ name: 'news', version: '1' }, { capabilities: { resources: { subscribe: true } } });
        server.setRequestHandler('resources/subscribe', ({ params }) => {
          followed.push(`+${params.uri}`);
          return {};
        });
        server.setRequestHandler('resources/unsubscribe', ({ params }) => {
          followed.push(`-${params.uri}`);
          return {};
        });
        servers.push(server);
        void server.connect(theirs);
        return ours;
      },
      { clock, idleMs: 1000 },
    );
    const seen: string[] = [];
    const stopFirst = client.followResource('news:a', () => seen.push('first'));
    const stopSecond = client.followResource('news:a', () => seen.push('second'));
    await expect.poll(() => followed).toEqual(['+news:a']);
    clock.advance(60_000);
    await servers[0]?.sendResourceUpdated({ uri: 'news:b' });
    await servers[0]?.sendResourceUpdated({ uri: 'news:a' });
    await expect.poll(() => seen).toEqual(['first', 'second']);
    stopFirst();
    stopSecond();
    stopSecond();
    await expect.poll(() => followed).toEqual(['+news:a', '-news:a']);
    await servers[0]?.sendResourceUpdated({ uri: 'news:a' });
    expect(servers).toHaveLength(1);
    expect(seen).toHaveLength(2);
  });

  it('quarantines a tool that is not well-formed and keeps a result that does not fit its schema', async () => {
    const client = clientFor(() => {
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      const server = new Server({ name: 'odd', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', ({ params }) => {
        const odd: unknown = params?.cursor
          ? { tools: [{ name: 'b', inputSchema: { type: 'object' } }] }
          : {
              tools: [
                { name: 'a', inputSchema: { type: 'object' }, outputSchema: { type: 'object', required: ['n'] } },
                { name: 'a', inputSchema: { type: 'object' } },
                { name: 'broken', inputSchema: 'none' },
              ],
              nextCursor: 'two',
            };
        return odd as ListToolsResult;
      });
      server.setRequestHandler('tools/call', () => ({
        content: [{ type: 'text', text: 'kept' }],
        structuredContent: { other: 1 },
      }));
      void server.connect(theirs);
      return ours;
    });
    const { tools, unusable } = await client.listTools(forever());
    expect(tools.map((tool) => tool.name)).toEqual(['a', 'b']);
    expect(unusable.map((tool) => tool.name)).toEqual(['a', 'broken']);
    const result = await client.callTool(call('a'), NOTHING, forever());
    expect(result).toMatchObject({ content: [{ text: 'kept' }], structuredContent: { other: 1 } });
  });
});

describe('what a call failed by', () => {
  const refusal = (reason: string, more = {}) => new ProtocolError(MCP_REFUSED, 'no', { reason, ...more });
  const table: [unknown, boolean, Partial<ToolCallError>][] = [
    [new ProtocolError(-32602, 'Tool x not found'), false, { reason: 'unknown-tool' }],
    [new ProtocolError(-32602, 'name: expected string'), true, { reason: 'invalid-arguments', mayHaveRun: false }],
    [new ProtocolError(-32603, 'boom'), true, { reason: 'server-error', mayHaveRun: true }],
    [new ProtocolError(-32000, 'The server stopped'), true, { reason: 'crashed', mayHaveRun: true }],
    [refusal('crashed', { nextTry: 7 }), true, { reason: 'crashed', nextTry: 7 }],
    [refusal('ticket'), true, { reason: 'needs-approval', refusal: 'ticket', mayHaveRun: false }],
    [refusal('tool-approval'), true, { reason: 'needs-approval', refusal: 'tool-approval' }],
    [refusal('sign-in'), true, { reason: 'needs-sign-in' }],
    [refusal('tool-off'), true, { reason: 'off' }],
    [refusal('something of a later version'), true, { reason: 'server-error' }],
    [new SdkError(SdkErrorCode.RequestTimeout, 'late'), true, { reason: 'timeout' }],
    [new SdkError(SdkErrorCode.ConnectionClosed, 'gone'), true, { reason: 'crashed', mayHaveRun: true }],
    [new SdkError(SdkErrorCode.NotConnected, 'never was'), true, { reason: 'crashed', mayHaveRun: false }],
    [new HostUnreachableError(), true, { reason: 'crashed' }],
  ];

  it.each(table)('%s', (error, known, expected) => {
    expect(mapError(error, forever(), known)).toMatchObject(expected);
  });

  it('is the cancel, whatever it looks like, once the caller has left', () => {
    expect(mapError(new Error('x'), AbortSignal.abort(), true)).toMatchObject({ reason: 'cancelled' });
  });
});

describe('over streamable HTTP', () => {
  async function overHttp() {
    const probe: Probe = { stopped: [], connections: 0 };
    const server = await startHttpMcp(() => build(probe));
    undo.push(() => server.close());
    return { probe, server, client: clientFor(() => new HostTransport(server.url, (url, init) => fetch(url, init))) };
  }

  it('calls, asks and stops without a standing stream', async () => {
    const { client, server, probe } = await overHttp();
    expect((await client.listTools(forever())).tools).toHaveLength(4);
    const stop = new AbortController();
    const running = client.callTool(call('wait'), { ...NOTHING, onProgress: () => stop.abort() }, stop.signal);
    await expect(running).rejects.toThrow('AbortError');
    await expect.poll(() => probe.stopped).toEqual(['wait']);
    const answer = await client.callTool(call('ask'), NOTHING, forever());
    expect(answer.content).toEqual([{ type: 'text', text: '{"action":"cancel"}' }]);
    expect(server.seen.filter((line) => line.startsWith('GET'))).toEqual([]);
  });

  it('begins a new session when the host has forgotten this one, and the call is made once', async () => {
    const { client, server, probe } = await overHttp();
    await client.listTools(forever());
    server.forget();
    const result = await client.callTool(call('echo', { text: 'again' }), NOTHING, forever());
    expect(result.content).toEqual([{ type: 'text', text: 'again' }]);
    expect(probe.connections).toBe(2);
    expect(server.seen.filter((line) => line === 'POST tools/call')).toHaveLength(2);
  });

  it('closes the stream of a cancelled call, also when the server says nothing more', async () => {
    const seen: { method: string; signal: AbortSignal | null }[] = [];
    const client = clientFor(
      () =>
        new HostTransport(new URL('http://baton.test/api/mcp/mute'), async (_url, init) => {
          const { method, id } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as {
            method: string;
            id?: number;
          };
          seen.push({ method, signal: init?.signal ?? null });
          if (method === 'initialize') {
            const info = {
              protocolVersion: '2025-11-25',
              capabilities: {},
              serverInfo: { name: 'mute', version: '1' },
            };
            return Response.json({ jsonrpc: '2.0', id, result: info });
          }
          if (id === undefined) return new Response(null, { status: 202 });
          return new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
        }),
    );
    const stop = new AbortController();
    const running = client.callTool(call('echo'), NOTHING, stop.signal);
    await expect.poll(() => seen.at(-1)?.method).toBe('tools/call');
    stop.abort();
    await expect(running).rejects.toThrow('AbortError');
    await expect.poll(() => seen.at(-1)?.method).toBe('notifications/cancelled');
    await expect.poll(() => seen.find(({ method }) => method === 'tools/call')?.signal?.aborted).toBe(true);
  });

  it('fails a call at once when its connection breaks', async () => {
    const { client, server } = await overHttp();
    const running = client.callTool(call('wait'), { ...NOTHING, onProgress: () => server.breakAll() }, forever());
    const error: unknown = await running.catch((reason: unknown) => reason);
    expect(mapError(error, forever(), true)).toMatchObject({ reason: 'crashed', mayHaveRun: true });
  });
});

import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { createMemorySecrets } from '#test/fakes/host-deps.ts';
import { MCP_REFUSED } from '#contract/mcp-calls.ts';
import { type McpBench, alive, createMcpBench, eventually, newClient, stdio, textOf } from './support/bench.ts';
import { serveOverHttp } from './support/over-http.ts';
import { type ReferenceServer, referenceServer } from './support/reference-servers.ts';

let bench: McpBench;
beforeEach(async () => {
  bench = await createMcpBench({ deps: { fetch: createOutgoingFetch({}), secrets: createMemorySecrets() } });
});
afterEach(async () => {
  await bench.close();
  if (bench.pids.some(alive)) throw new Error('a process is left');
});

const everything = () => stdio(process.execPath, [referenceServer('everything')]);
const elicits = () => newClient({ elicitation: { form: {} } });

describe('server-everything', () => {
  test('tools, resources, templates, prompts and completion through the bridge', async () => {
    const { id } = await bench.ready('Everything', everything());
    const client = await bench.connect(id);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum']));
    expect(textOf(await bench.run(client, id, 'echo', { message: 'Grüße, 안녕' }))).toContain('Grüße, 안녕');
    expect(textOf(await bench.run(client, id, 'get-sum', { a: 2, b: 40 }))).toContain('42');
    const { resources } = await client.listResources();
    const [first] = resources;
    expect((await client.readResource({ uri: first?.uri ?? '' })).contents.length).toBe(1);
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0);
    const { prompts } = await client.listPrompts();
    const prompt = await client.getPrompt({ name: prompts[0]?.name ?? '', arguments: {} });
    expect(prompt.messages.length).toBeGreaterThan(0);
    const image = (await bench.run(client, id, 'get-tiny-image')) as { content: { type: string }[] };
    expect(image.content.map(({ type }) => type)).toContain('image');
    const structured = await bench.run(client, id, 'get-structured-content', { location: 'New York' });
    expect(structured).toHaveProperty('structuredContent.temperature');
  });

  test('a list that grows once the server knows its client is told to the page, and agreed to with the server', async () => {
    const { id } = await bench.ready('Everything', everything());
    const client = elicits();
    const notified: string[] = [];
    client.setNotificationHandler('notifications/tools/list_changed', () => void notified.push('changed'));
    await bench.connect(id, client);
    // At its next start this client is connected from the beginning.
    await bench.call('POST', `/api/mcp/servers/${id}/stop`);
    await bench.run(client, id, 'echo', { message: 'start' });
    await eventually(() => notified.length > 0, 'told');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('trigger-elicitation-request');
    expect((await bench.server(id)).tools?.every(({ approved }) => approved)).toBe(true);
  });

  test('elicitation is answered by the client whose call is running', async () => {
    const { id } = await bench.ready('Everything', everything());
    const [first, second] = [elicits(), elicits()];
    const asked: string[] = [];
    for (const [name, client] of Object.entries({ first, second }))
      client.setRequestHandler('elicitation/create', () => {
        asked.push(name);
        return { action: 'accept' as const, content: { name: 'Ada', check: true } };
      });
    await bench.connect(id, first);
    await bench.connect(id, second);
    const answer = textOf(await bench.run(second, id, 'trigger-elicitation-request'));
    expect(asked).toEqual(['second']);
    expect(answer).toContain('Ada');
  });

  test('a client that cannot show a form is not asked; the server learns that nobody answered', async () => {
    const { id } = await bench.ready('Everything', everything());
    const client = await bench.connect(id);
    expect(textOf(await bench.run(client, id, 'trigger-elicitation-request'))).toMatch(/cancel/i);
  });

  test('progress of two calls at once goes to the one that asked for it, under its own token', async () => {
    const { id } = await bench.ready('Everything', everything());
    const clients = await Promise.all([bench.connect(id), bench.connect(id)]);
    const seen: number[][] = [[], []];
    const results = await Promise.all(
      clients.map((client, index) =>
        bench.run(
          client,
          id,
          'trigger-long-running-operation',
          { duration: 0.3, steps: index + 2 },
          {
            onprogress: ({ progress }) => void seen[index]?.push(progress),
          },
        ),
      ),
    );
    expect(seen).toEqual([
      [1, 2],
      [1, 2, 3],
    ]);
    expect(textOf(results[1])).toContain('Steps: 3');
    expect(bench.pids).toHaveLength(1);
  });

  test('a cancelled call ends at once and the server stays usable', async () => {
    const { id } = await bench.ready('Everything', everything());
    const client = await bench.connect(id);
    const stop = new AbortController();
    const call = bench.run(
      client,
      id,
      'trigger-long-running-operation',
      { duration: 30, steps: 3 },
      { signal: stop.signal },
    );
    setTimeout(() => stop.abort(), 200);
    await expect(call).rejects.toThrow(/abort/i);
    stop.abort();
    expect(textOf(await bench.run(client, id, 'echo', { message: 'still here' }))).toContain('still here');
    expect(bench.pids).toHaveLength(1);
  });

  test('what the server tells on its log is kept for the user', async () => {
    const { id } = await bench.ready('Everything', everything());
    await bench.connect(id);
    const { lines } = (await (await bench.call('GET', `/api/mcp/servers/${id}/log`)).json()) as {
      lines: { text: string }[];
    };
    expect(lines.map(({ text }) => text).join('\n')).toContain('Starting');
  });

  test('sampling is not offered: those tools are not there', async () => {
    const { id } = await bench.ready('Everything', everything());
    const client = await bench.connect(id, elicits());
    await eventually(
      async () => (await client.listTools()).tools.some(({ name }) => name.includes('elicitation')),
      'late tools',
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('trigger-sampling-request');
  });

  test('roots are the folders of the session that calls', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'roots-')));
    await bench.call('POST', '/api/mcp/sessions/chat-1/folders', { path: folder });
    const { id } = await bench.ready('Everything', everything());
    const client = await bench.connect(id);
    const text = textOf(await bench.run(client, id, 'get-roots-list'));
    await rm(folder, { recursive: true });
    expect(text).toMatch(/root/i);
  });

  test('a killed server fails the running call, shows as crashed, and starts again by itself', async () => {
    const { id } = await bench.ready('Everything', everything());
    const client = await bench.connect(id);
    const call = bench.run(client, id, 'trigger-long-running-operation', { duration: 30, steps: 3 });
    await eventually(() => bench.pids.length === 1, 'started');
    setTimeout(() => process.kill(bench.pids[0] ?? 0, 'SIGKILL'), 150);
    await expect(call).rejects.toThrow(/stopped during the call.*SIGKILL/);
    const { health } = await bench.server(id);
    expect(health).toMatchObject({ state: 'crashed', crashes: 1 });
    expect(health.nextTry).toBeGreaterThan(health.since);
    // The same MCP session continues: the call waits for the next start.
    expect(textOf(await bench.run(client, id, 'echo', { message: 'back' }))).toContain('back');
    expect(bench.pids).toHaveLength(2);
    expect((await bench.server(id)).health.state).toBe('running');
  });

  test('a key in its environment never comes back out', async () => {
    const canary = 'CANARY-env-value-1234567890';
    const { id } = await bench.ready(
      'Everything',
      stdio(process.execPath, [referenceServer('everything')], { env: { SERVICE_KEY: canary } }),
    );
    const client = await bench.connect(id);
    const text = textOf(await bench.run(client, id, 'get-env'));
    expect(text).toContain('SERVICE_KEY');
    expect(text).toContain('[redacted]');
    const received = [
      text,
      await (await bench.call('GET', '/api/mcp/servers')).text(),
      await (await bench.call('GET', `/api/mcp/servers/${id}/log`)).text(),
    ];
    expect(received.join()).not.toContain(canary);
    expect(bench.bench.deps.log.lines.join()).not.toContain(canary);
    expect(JSON.stringify(bench.bench.readHome())).not.toContain(canary);
  });
});

/**
 * Built on the first SDK, like most servers still are. They support stdio alone, so another program serves them over
 * HTTP.
 */
describe.each(['stdio', 'streamable HTTP'] as const)('other reference servers over %s', (how) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  async function serve(name: ReferenceServer, args: string[] = [], env: Record<string, string> = {}) {
    const program = [referenceServer(name), ...args];
    if (how === 'stdio') return stdio(process.execPath, program, { env });
    const { url, close } = await serveOverHttp(program, env);
    closers.push(close);
    return { kind: 'http' as const, url: url.href, headers: {} };
  }

  test('filesystem: reads inside its folder, refuses outside', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'mcp-fs-')));
    await writeFile(join(folder, 'note.txt'), 'hello from a file');
    const { id } = await bench.ready('Files', await serve('filesystem', [folder]));
    const client = await bench.connect(id);
    const path = join(folder, 'note.txt');
    expect(textOf(await bench.run(client, id, 'read_text_file', { path }))).toBe('hello from a file');
    expect(await bench.run(client, id, 'read_text_file', { path: '/etc/passwd' })).toMatchObject({ isError: true });
    await rm(folder, { recursive: true });
  });

  test('memory: what one window stores another finds', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-memory-'));
    const env = { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
    const { id } = await bench.ready('Memory', await serve('memory', [], env));
    const [one, two] = [await bench.connect(id), await bench.connect(id)];
    await bench.run(one, id, 'create_entities', {
      entities: [{ name: 'Baton', entityType: 'client', observations: ['passes conversations'] }],
    });
    expect(textOf(await bench.run(two, id, 'search_nodes', { query: 'Baton' }))).toContain('passes conversations');
    expect(bench.pids).toHaveLength(how === 'stdio' ? 1 : 0);
    await rm(folder, { recursive: true });
  });

  test('sequential thinking: steps of one train of thought', async () => {
    const { id } = await bench.ready('Thinking', await serve('sequential-thinking'));
    const client = await bench.connect(id);
    for (const thoughtNumber of [1, 2, 3]) {
      const args = {
        thought: `step ${thoughtNumber}`,
        thoughtNumber,
        totalThoughts: 3,
        nextThoughtNeeded: thoughtNumber < 3,
      };
      expect(textOf(await bench.run(client, id, 'sequentialthinking', args))).toContain(
        `"thoughtNumber": ${thoughtNumber}`,
      );
    }
  });
});

describe('consent', () => {
  test('a call nobody allowed is refused and reaches no server', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'mcp-fs-')));
    const { id } = await bench.ready('Files', stdio(process.execPath, [referenceServer('filesystem'), folder]));
    const client = await bench.connect(id);
    const path = join(folder, 'new.txt');
    await expect(client.callTool({ name: 'write_file', arguments: { path, content: 'x' } })).rejects.toMatchObject({
      code: MCP_REFUSED,
      data: { reason: 'ticket' },
    });
    expect(await bench.run(client, id, 'read_text_file', { path })).toMatchObject({ isError: true });
    await rm(folder, { recursive: true });
  });
});

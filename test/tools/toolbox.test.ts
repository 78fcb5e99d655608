import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMcpHost } from '#test/fakes/mcp-host.ts';
import { O200K } from '#core/window/token-weights.ts';
import { CallBlockedError } from '#core/agent/call-blocked.ts';
import type { CallProgress } from '#core/agent/ports.ts';
import { MCP_TICKET_META } from '#contract/mcp-calls.ts';
import { McpApproval, McpSignIn } from '#contract/mcp.ts';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { createMcpHost } from '#host-client/create-mcp-host.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import type { ToolCallError } from '#tools/mcp/call-error.ts';
import { createElicitationQueue } from '#tools/elicitation-queue.ts';
import { NO_TOOL_SETTINGS } from '#tools/tool-settings.ts';
import type { ToolSettings } from '#tools/tool-settings.ts';
import { createToolbox } from '#tools/toolbox.ts';
import type { Toolbox } from '#tools/toolbox.ts';
import { askingOverStdio } from '../host/mcp/support/asking-server.ts';
import { createMcpBench, eventually, stdio } from '../host/mcp/support/bench.ts';
import { createOAuthWorld } from '../host/mcp/support/oauth-world.ts';
import { createOddServer } from '../host/mcp/support/odd.ts';
import type { McpBench } from '../host/mcp/support/bench.ts';
import { referenceServer } from '../host/mcp/support/reference-servers.ts';
import { fillTemplate } from '#tools/offerings.ts';
import { readContents, readPrompt } from '#tools/read-content.ts';
import { realClock } from './support/timers.ts';

const PROBE = fileURLToPath(new URL('./support/probe-server.ts', import.meta.url));
const SESSION = { id: 'chat-1', depth: 0 };
const OPTIONS = { weights: O200K, most: 128, window: null };
const forever = new AbortController().signal;

let bench: McpBench;
let settings: ToolSettings = NO_TOOL_SETTINGS;
const elicitations = createElicitationQueue();
const errors: unknown[] = [];

async function openToolbox(of: Pick<McpBench, 'origin' | 'window'> = bench): Promise<Toolbox> {
  const host = openMcpHost(of);
  return createToolbox({
    host,
    db: await openTestDatabase(),
    now: () => Date.now(),
    onUnreadableRow: (row) => errors.push(row),
    version: '0.0.0',
    tasks: null,
    deepestTask: 2,
    clock: realClock,
    random: () => 0.5,
    elicitations,
    settings: () => settings,
    onError: (error) => errors.push(error),
  });
}

async function offer(toolbox: Toolbox) {
  const offered = await toolbox.offer(SESSION, OPTIONS, forever);
  const port = toolbox.port(SESSION, offered.pool, 'run');
  /** An approved call, unless it brings a ticket of its own. */
  const call = async (
    name: string,
    args: Record<string, unknown> = {},
    more: { ticket?: string; signal?: AbortSignal; seen?: CallProgress[] } = {},
  ) => {
    const tool = offered.pool.byName.get(name);
    const ticket = more.ticket ?? (tool && (await toolbox.allow(SESSION, tool, args, 'once', 'run')));
    return port.call(
      { key: 'm#0', name, args, ...(typeof ticket === 'string' && { ticket }) },
      { signal: more.signal ?? forever, onProgress: (progress) => void more.seen?.push(progress) },
    );
  };
  return { ...offered, port, call };
}

const ticketFor = async (id: string, tool: string) => (await bench.ticket(id, tool, {}))[MCP_TICKET_META] ?? '';

const raise = (what: string): never => {
  throw new Error(what);
};

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as ToolCallError,
  );

beforeAll(async () => {
  bench = await createMcpBench();
  await bench.ready('Probe', stdio(process.execPath, [PROBE]));
  await bench.ready('Everything', stdio(process.execPath, [referenceServer('everything')]));
});
afterAll(() => bench.close());

describe('tools of a conversation', () => {
  it('come from the page and from every approved server, under names that say whose they are', async () => {
    await bench.call('POST', '/api/mcp/servers', { label: 'Waiting', definition: stdio('/bin/false') });
    const toolbox = await openToolbox();
    const { pool, port, problems, instructions } = await offer(toolbox);
    expect(port.names()).toEqual(
      expect.arrayContaining([
        'builtin_planning_server__create_goal',
        'read_tool_output',
        'probe__look',
        'probe__change',
        'everything__echo',
      ]),
    );
    expect(port.find('probe__look')).toMatchObject({ kind: 'write', brings: 'web', server: 'probe', label: 'Probe' });
    expect(port.find('builtin_planning_server__list')).toMatchObject({ kind: 'own', brings: null });
    expect(problems).toEqual([
      { server: 'waiting', label: 'Waiting', reason: 'needs-approval', message: expect.any(String) as string },
    ]);
    expect(instructions).toContainEqual({ server: 'probe', label: 'Probe', text: 'Use look before change.' });
    expect(pool.warnings).toEqual([]);
    await toolbox.close();
  });

  it('are waited for by name, and given up at once', async () => {
    const other = await createMcpBench();
    await other.ready('Probe', stdio(process.execPath, [PROBE]));
    await other.ready('Mute', stdio(process.execPath, ['-e', 'process.stdin.resume()']));
    const toolbox = await openToolbox(other);
    const stopper = new AbortController();
    const named = Promise.withResolvers<readonly string[]>();
    const offered = toolbox.offer(
      SESSION,
      OPTIONS,
      stopper.signal,
      (servers) => servers.length === 1 && named.resolve(servers),
    );
    expect(await named.promise).toEqual(['Mute']);
    stopper.abort();
    await expect(offered).rejects.toThrow('aborted');
    await Promise.all([other.close(), toolbox.close()]);
  });

  it('are left out, refused and believed as the user set it', async () => {
    const toolbox = await openToolbox();
    const before = await offer(toolbox);
    const [hash = ''] = before.port.find('probe__look')?.definition.split('.') ?? [];
    await openMcpHost(bench).trust('probe', { hash });
    settings = { denied: ['probe/change'], off: ['builtin_planning_server'] };
    const { port, pool } = await offer(toolbox);
    expect(port.names().filter((name) => name.startsWith('builtin_planning_server'))).toEqual([]);
    expect(port.find('probe__look')).toMatchObject({ kind: 'read', brings: 'tool' });
    expect(toolbox.policy(SESSION, pool, 'auto').rules.get('probe__change')?.rule).toBe('deny');
    settings = NO_TOOL_SETTINGS;
    await toolbox.close();
  });

  it('are those of the named servers only, where a conversation names some', async () => {
    const toolbox = await openToolbox();
    const only = ['builtin_web_server', 'builtin_output_server'];
    const { pool } = await toolbox.offer({ ...SESSION, only }, OPTIONS, forever);
    expect(pool.tools.map(({ spec }) => spec.name)).toEqual([
      'builtin_web_server__fetch',
      'builtin_web_server__search',
      'read_tool_output',
    ]);
    expect(pool.byName.get('builtin_web_server__search')?.facts).toMatchObject({ kind: 'network', brings: 'web' });
    await toolbox.close();
  });

  it('check arguments before anything is called', async () => {
    const toolbox = await openToolbox();
    const { port } = await offer(toolbox);
    expect(port.check('probe__look', { name: 'a' })).toBeNull();
    expect(port.check('probe__look', {})).toContain('name');
    expect(port.check('probe__look', { name: 3 })).toContain('string');
    expect(port.check('builtin_planning_server__check_todo', { id: 1, check: 'false' })).toContain('boolean');
    const decoded = port.decode?.('builtin_planning_server__check_todo', { id: 1, check: 'false' });
    expect(decoded).toEqual({ id: '1', check: false });
    await toolbox.close();
  });

  it('run with the ticket the user gave, and a rule that lasts is known at once', async () => {
    const toolbox = await openToolbox();
    const { pool, call } = await offer(toolbox);
    const tool = pool.byName.get('probe__look');
    if (!tool) throw new Error('no tool');
    const args = { name: 'moon' };
    const ticket = await toolbox.allow(SESSION, tool, args, 'session', 'run');
    expect(await call('probe__look', args, { ticket: ticket ?? '' })).toMatchObject({ text: 'seen: moon' });
    expect(toolbox.policy(SESSION, pool, 'ask').rules.get('probe__look')).toEqual({
      rule: 'session',
      definition: tool.facts.definition,
    });
    expect(toolbox.policy({ id: 'chat-2', depth: 0 }, pool, 'ask').rules.get('probe__look')).toBeUndefined();
    await toolbox.close();
  });

  it('keep the plan of the conversation without any ticket', async () => {
    const toolbox = await openToolbox();
    const { call } = await offer(toolbox);
    await call('builtin_planning_server__create_goal', { goal: 'land' });
    expect((await call('builtin_planning_server__list')).text).toContain('Goal: land');
    await toolbox.close();
  });

  it('still hold the page’s own when the host is away', async () => {
    const toolbox = await openToolbox();
    const unreachable = createMcpHost({
      origin: 'http://127.0.0.1:9',
      token: null,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      newRunId: () => 'r',
      onPageHide: () => undefined,
    });
    const lonely = createToolbox({
      host: unreachable,
      db: await openTestDatabase(),
      now: () => 1,
      onUnreadableRow: () => undefined,
      version: '0',
      tasks: null,
      deepestTask: 2,
      clock: realClock,
      random: () => 0,
      elicitations,
      settings: () => NO_TOOL_SETTINGS,
      onError: (error) => errors.push(error),
    });
    const { pool } = await lonely.offer(SESSION, OPTIONS, forever);
    expect(pool.byName.has('builtin_planning_server__list')).toBe(true);
    expect(errors.at(-1)).toMatchObject({ name: 'HostUnreachable' });
    await lonely.close();
    await toolbox.close();
  });
});

describe('Baton’s own servers at the host', () => {
  it('print while they run, give all they printed, and leave reading what was shortened to one tool', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-tools-'));
    const attached = await bench.call('POST', `/api/mcp/sessions/${SESSION.id}/folders`, { path: folder });
    expect(attached.status).toBe(200);
    const toolbox = await openToolbox();
    const { call, port } = await offer(toolbox);
    expect(port.names().filter((name) => name.endsWith('read_tool_output'))).toEqual(['read_tool_output']);
    expect(port.find('builtin_shell_server__run')).toMatchObject({ kind: 'execute', brings: 'tool' });
    expect(port.find('builtin_workspace_server__write')).toMatchObject({ kind: 'write' });
    expect(port.find('builtin_workspace_server__read')).toMatchObject({ kind: 'read', brings: 'file' });
    const seen: CallProgress[] = [];
    const command = `node -e "for (let i = 1; i <= 60000; i++) console.log('number ' + i)"`;
    const { text } = await call('builtin_shell_server__run', { command }, { seen });
    expect(text).toContain('\nnumber 30000\nnumber 30001\n');
    // Output that arrives faster than anyone can read is dropped on the way.
    expect(seen.map(({ output }) => output ?? '').join('')).toMatch(/number \d+\n/);
    await toolbox.close();
    rmSync(folder, { recursive: true });
  });

  it('read files while commands run, however many', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-tools-'));
    await bench.call('POST', `/api/mcp/sessions/${SESSION.id}/folders`, { path: folder });
    const toolbox = await openToolbox();
    const { call } = await offer(toolbox);
    const stop = new AbortController();
    const before = bench.pids.length;
    const commands = Array.from({ length: 4 }, () =>
      failureOf(call('builtin_shell_server__run', { command: 'sleep 30', folder }, { signal: stop.signal })),
    );
    await eventually(() => bench.pids.length > before + 1, 'commands run');
    expect((await call('builtin_workspace_server__list', { path: folder })).text).toBe('The folder is empty.');
    stop.abort();
    expect((await Promise.all(commands)).map((failure) => failure?.reason)).toEqual(Array(4).fill('cancelled'));
    await toolbox.close();
    rmSync(folder, { recursive: true });
  });
});

describe('a server that nobody here wrote', () => {
  it('answers with text, images, structured content and resources', async () => {
    const toolbox = await openToolbox();
    const { call, port } = await offer(toolbox);
    expect((await call('everything__echo', { message: '안녕' })).text).toContain('안녕');
    const image = await call('everything__get-tiny-image');
    expect(image.images).toMatchObject([{ mime: 'image/png' }]);
    expect((await call('everything__get-structured-content', { location: 'Chicago' })).text).toContain('temperature');
    expect(port.check('everything__get-sum', { a: 'x', b: 1 })).toContain('number');
    await toolbox.close();
  });

  it('has resources and prompts for the user, by address, by template and with words to fill in', async () => {
    const toolbox = await openToolbox();
    const { servers, problems } = await toolbox.offerings({}, forever);
    expect(problems.filter(({ reason }) => reason !== 'needs-approval')).toEqual([]);
    expect(servers.map(({ label }) => label)).toEqual(['Everything']);
    const { server, resources, templates, prompts } = servers[0] ?? raise('no server');
    const [first = raise('no resource')] = resources;
    const client = toolbox.server(server);
    const [content] = readContents(await client.readResource(first.uri, forever), first.name);
    expect(content).toMatchObject({ uri: first.uri, mime: first.mime });
    expect(content?.bytes.size).toBeGreaterThan(10);

    const text = templates.find(({ template }) => template.includes('text')) ?? raise('no template');
    expect(text.variables).toEqual(['resourceId']);
    const uri = fillTemplate(text.template, { resourceId: '7' });
    const [filled] = readContents(await client.readResource(uri, forever), text.name);
    expect(await filled?.bytes.text()).toContain('Resource 7');

    const prompt = prompts.find(({ fields }) => fields.some(({ required }) => required)) ?? raise('no prompt');
    const values = Object.fromEntries(prompt.fields.map(({ name }) => [name, 'Seoul']));
    expect(readPrompt(await client.getPrompt(prompt.id, values, forever)).text).toContain('Seoul');

    expect((await toolbox.offerings({ off: [server] }, forever)).servers).toEqual([]);
    await toolbox.close();
  });

  it('tells how far it is, and stops when told to', async () => {
    const toolbox = await openToolbox();
    const { call } = await offer(toolbox);
    const seen: CallProgress[] = [];
    await call('everything__trigger-long-running-operation', { duration: 1, steps: 4 }, { seen });
    expect(seen.filter((progress) => progress.done !== undefined)).toHaveLength(4);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 150);
    const started = Date.now();
    const failure = await failureOf(
      call('everything__trigger-long-running-operation', { duration: 30, steps: 30 }, { signal: stop.signal }),
    );
    expect(failure?.reason).toBe('cancelled');
    expect(Date.now() - started).toBeLessThan(5000);
    expect((await call('everything__echo', { message: 'still there' })).text).toContain('still there');
    await toolbox.close();
  });

  it('asks the user, and the call waits for the answer', async () => {
    const toolbox = await openToolbox();
    const { call, port } = await offer(toolbox);
    const name = port.names().find((one) => /elicitation/.test(one) && !/url/i.test(one));
    if (name === undefined) throw new Error(`no elicitation among ${port.names().join(', ')}`);
    const seen: CallProgress[] = [];
    const running = call(name, {}, { seen });
    await expect.poll(() => elicitations.current(), { timeout: 10_000 }).not.toBeNull();
    const question = elicitations.current();
    expect(question?.elicitation).toMatchObject({ server: 'everything', call: 'm#0', mode: 'form' });
    elicitations.answer(question?.id ?? 0, { action: 'decline' });
    expect((await running).text.toLowerCase()).toContain('decline');
    expect(seen.filter((progress) => progress.waitsForUser !== undefined)).toEqual([
      { waitsForUser: true },
      { waitsForUser: false },
    ]);
    await toolbox.close();
  });

  it('sends the user to an address first, and does what they had allowed', async () => {
    await bench.ready('Asking', askingOverStdio('serve'));
    const toolbox = await openToolbox();
    const { call } = await offer(toolbox);
    const running = call('asking__pay');
    await expect.poll(() => elicitations.current(), { timeout: 10_000 }).not.toBeNull();
    const question = elicitations.current();
    expect(question?.elicitation).toMatchObject({ call: 'm#0', mode: 'url', url: 'https://example.com/pay' });
    elicitations.answer(question?.id ?? 0, { action: 'accept' });
    expect((await running).text).toBe('paid');
    await toolbox.close();
  });

  it('that dies during a call ends the call as crashed, and starts again for the next', async () => {
    const toolbox = await openToolbox();
    const { call } = await offer(toolbox);
    // The newest process is then its own.
    await bench.call('POST', '/api/mcp/servers/everything/restart', {});
    const seen: CallProgress[] = [];
    const running = failureOf(
      call('everything__trigger-long-running-operation', { duration: 20, steps: 100 }, { seen }),
    );
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBeGreaterThan(0);
    const everything = await bench.server('everything');
    expect(everything.health.state).toBe('running');
    process.kill(bench.pids.at(-1) ?? 0, 'SIGKILL');
    expect(await running).toMatchObject({ reason: 'crashed', mayHaveRun: true });
    await bench.call('POST', '/api/mcp/servers/everything/restart', {});
    expect((await call('everything__echo', { message: 'back' })).text).toContain('back');
    await toolbox.close();
  });
});

describe('a call that the user has to settle something for', () => {
  it('is held before anybody is asked when its tool is no longer what was approved, and runs after the review', async () => {
    const odd = createOddServer();
    const { id } = await bench.ready('Steady', odd.definition());
    const toolbox = await openToolbox();
    const before = await offer(toolbox);
    expect(await before.port.blocked?.('steady__say')).toBeNull();
    await bench.call('POST', `/api/mcp/servers/${id}/start`);
    // After the time in which a server may still register tools.
    await bench.call('POST', `/api/mcp/servers/${id}/restart`);
    odd.describe({ say: 'sends everything away' });
    const first = await before.call('steady__change-tools', {}, { ticket: await ticketFor(id, 'change-tools') });
    expect(first.text).toBe('changed');
    await eventually(async () => (await before.port.blocked?.('steady__say')) !== null, 'held before the call');
    expect(await before.port.blocked?.('steady__say')).toEqual({ server: id, why: 'review' });
    // Approved anyway, as by a page that hasn't been notified yet.
    const failure = await failureOf(before.call('steady__say', { text: 'x' }, { ticket: 'none' }));
    expect(failure).toBeInstanceOf(CallBlockedError);
    expect(failure).toMatchObject({ block: { server: id, why: 'review' } });
    const shown = McpApproval.parse(await (await bench.call('GET', `/api/mcp/servers/${id}/approval`)).json());
    await bench.call('POST', `/api/mcp/servers/${id}/approval`, {
      hash: shown.hash,
      tools: Object.fromEntries(shown.tools.map(({ name, hash }) => [name, hash])),
    });
    expect(await before.port.blocked?.('steady__say')).toBeNull();
    const again = await offer(toolbox);
    expect((await again.call('steady__say', { text: 'hello' })).text).toBe('hello');
    await toolbox.close();
    odd.dispose();
  });

  it('is no crash when the sign-in is gone or too narrow: nothing was run', async () => {
    const world = await createOAuthWorld();
    const other = await createMcpBench({ deps: { fetch: createOutgoingFetch({}) } });
    const { id } = await other.ready('Locked', { kind: 'http', url: world.url, headers: {} });
    await other.call('POST', `/api/mcp/servers/${id}/start`);
    const signIn = async () => {
      const { url } = McpSignIn.parse(await (await other.call('POST', `/api/mcp/servers/${id}/sign-in`)).json());
      const { headers } = await fetch(url, { redirect: 'manual' });
      await fetch(headers.get('location') ?? '');
      await eventually(async () => (await other.server(id)).health.state === 'running', 'running');
    };
    await signIn();
    const toolbox = await openToolbox(other);
    const { call, port } = await offer(toolbox);
    expect((await call('locked__whoami')).text).toBe('token [redacted]');
    expect(await failureOf(call('locked__admin'))).toMatchObject({
      block: { server: id, why: 'sign-in', scope: 'admin' },
    });
    expect((await other.server(id)).scope).toBe('tools');
    expect(await port.blocked?.('locked__whoami')).toBeNull();
    world.revoke();
    expect(await failureOf(call('locked__whoami'))).toMatchObject({ block: { server: id, why: 'sign-in' } });
    expect(await port.blocked?.('locked__whoami')).toEqual({ server: id, why: 'sign-in' });
    await signIn();
    expect((await other.server(id)).scope).toBe('tools admin');
    expect((await call('locked__admin')).text).toBe('token [redacted]');
    await toolbox.close();
    await other.close();
    await world.close();
  });
});

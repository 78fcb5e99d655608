import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MCP_REFUSED } from '#contract/mcp-calls.ts';
import { McpLog } from '#contract/mcp.ts';
import { pageHeaders } from '#test/fakes/host-deps.ts';
import {
  type McpBench,
  alive,
  childrenOf,
  createMcpBench,
  eventually,
  groupOf,
  stdio,
  textOf,
} from './support/bench.ts';
import { createMemorySecrets } from '#test/fakes/host-deps.ts';
import type { Clock } from '#host/base/deps.ts';
import { systemClock } from '#host/base/system-clock.ts';
import { type OddServer, createOddServer } from './support/odd.ts';

let bench: McpBench;
let odd: OddServer;
beforeEach(async () => {
  odd = createOddServer();
  bench = await createMcpBench();
});
afterEach(async () => {
  await bench.close();
  odd.dispose();
  if (bench.pids.some(alive)) throw new Error('a process is left');
});

const logOf = async (id: string) =>
  McpLog.parse(await (await bench.call('GET', `/api/mcp/servers/${id}/log`)).json()).lines;

describe('what a server writes', () => {
  test('lines that are no messages are shown and skipped', async () => {
    const { id } = await bench.ready('Odd', odd.definition());
    const client = await bench.connect(id);
    expect(textOf(await bench.run(client, id, 'garbage'))).toBe('after the garbage');
    expect(await logOf(id)).toContainEqual(expect.objectContaining({ from: 'stdout', text: 'Loading model…' }));
  });

  test('characters cut between bytes arrive whole', async () => {
    const { id } = await bench.ready('Odd', odd.definition());
    const client = await bench.connect(id);
    expect(textOf(await bench.run(client, id, 'slow-bytes'))).toBe('안녕 🦊 끝');
  });

  test('ten megabytes arrive; what is beyond the limit becomes an error of that call alone', async () => {
    const { id } = await bench.ready('Odd', odd.definition());
    const client = await bench.connect(id);
    expect(textOf(await bench.run(client, id, 'big', { size: 10_000_000 }))).toHaveLength(10_000_000);
    const size = 40_000_000;
    await expect(bench.run(client, id, 'big', { size })).rejects.toThrow(/larger than/);
    await expect(bench.run(client, id, 'big-last', { size })).rejects.toThrow(/larger than/);
    expect(textOf(await bench.run(client, id, 'say', { text: 'fine' }))).toBe('fine');
  });

  test('a second answer to the same call is dropped', async () => {
    const { id } = await bench.ready('Odd', odd.definition());
    const client = await bench.connect(id);
    expect(textOf(await bench.run(client, id, 'twice'))).toBe('first');
    expect(textOf(await bench.run(client, id, 'say', { text: 'next' }))).toBe('next');
  });

  test('it is asked for roots only with the folders of the session that calls; sampling is refused', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'roots-')));
    await bench.call('POST', '/api/mcp/sessions/chat-1/folders', { path: folder });
    await bench.call('POST', '/api/mcp/sessions/chat-2/folders', { path: tmpdir() });
    const { id } = await bench.ready('Odd', odd.definition());
    const client = await bench.connect(id);
    const { roots } = JSON.parse(textOf(await bench.run(client, id, 'roots'))) as { roots: { uri: string }[] };
    expect(roots.map(({ uri }) => fileURLToPath(uri))).toEqual([folder]);
    expect(textOf(await bench.run(client, id, 'sample'))).toContain('-32601');
    await rm(folder, { recursive: true });
  });
});

describe('what a server is started with', () => {
  test('is its arguments as they are, read by no shell, and none of the keys of this machine', async () => {
    const marker = join(tmpdir(), `injected-${process.pid}`);
    const args = [`$(touch ${marker})`, `; touch ${marker}`, `\`touch ${marker}\``, `| touch ${marker}`, 'a\nb', ''];
    const more = ['%PATH%', '$HOME', '*', '~', '"quoted"', "it's", '\\', '--flag=x y', '안녕'];
    const keys = { ANTHROPIC_API_KEY: 'CANARY-a', OPENAI_API_KEY: 'CANARY-b', AWS_SECRET_ACCESS_KEY: 'CANARY-c' };
    const own = await createMcpBench({ env: { ...keys, BATON_TOKEN: 'CANARY-d', NODE_OPTIONS: '--title=CANARY-e' } });
    try {
      const { id } = await own.ready('Odd', odd.definition(...args, ...more));
      const client = await own.connect(id);
      expect(JSON.parse(textOf(await own.run(client, id, 'argv')))).toEqual([...args, ...more]);
      const env = JSON.parse(textOf(await own.run(client, id, 'env'))) as Record<string, string>;
      expect(env).toHaveProperty('PATH');
      expect(JSON.stringify(env)).not.toContain('CANARY');
      expect(existsSync(marker)).toBe(false);
      const [pid = 0] = own.pids;
      expect(await groupOf(pid)).toEqual([pid]);
    } finally {
      await own.close();
    }
  });
});

describe('life', () => {
  test('many windows at once start it once', async () => {
    const { id } = await bench.ready('Odd', odd.definition('--slow'));
    await Promise.all(Array.from({ length: 6 }, () => bench.connect(id)));
    expect(odd.starts()).toBe(1);
  });

  test('nothing is started before the first use', async () => {
    const { id } = await bench.ready('Odd', odd.definition());
    await bench.call('GET', '/api/mcp/servers');
    expect((await bench.server(id)).health.state).toBe('stopped');
    expect(odd.starts()).toBe(0);
  });

  test('a server that cannot start says why, and is not tried in a loop', async () => {
    // Its host waits between the starts, which a clock shortens that runs five times as fast.
    const began = Date.now();
    const clock: Clock = {
      ...systemClock,
      now: () => began + (Date.now() - began) * 5,
      setTimeout: (fn, ms) => systemClock.setTimeout(fn, ms / 5),
    };
    const own = await createMcpBench({ deps: { clock } });
    try {
      const { id } = await own.ready('Odd', odd.definition('--die'));
      await expect(own.connect(id)).rejects.toMatchObject({ code: MCP_REFUSED, data: { reason: 'crashed' } });
      await expect(own.connect(id)).rejects.toThrow(/exit code 3\.\nconfiguration is missing\n +at start/);
      await expect(own.connect(id)).rejects.toThrow(/exit code 3/);
      await expect(own.connect(id)).rejects.toMatchObject({
        data: { reason: 'crashed', nextTry: expect.any(Number) as number },
      });
      const starts = odd.starts();
      await expect(own.connect(id)).rejects.toThrow(/tried again in/);
      expect(odd.starts()).toBe(starts);
      const { health } = await own.server(id);
      expect(health.crashes).toBe(starts);
      // A manual restart is tried at once.
      expect((await own.call('POST', `/api/mcp/servers/${id}/restart`)).status).toBe(502);
      expect(odd.starts()).toBe(starts + 1);
    } finally {
      await own.close();
    }
  });

  test('a program that is not there is named', async () => {
    const { id } = await bench.ready('None', stdio('no-such-program-anywhere'));
    await expect(bench.connect(id)).rejects.toThrow(/“no-such-program-anywhere” wasn’t found/);
  });

  test('a start that never answers can be stopped', async () => {
    const { id } = await bench.ready('Odd', odd.definition('--mute'));
    const connecting = bench.connect(id).catch((error: unknown) => error);
    await eventually(() => bench.pids.length === 1, 'started');
    expect((await bench.server(id)).health.state).toBe('starting');
    expect((await bench.call('POST', `/api/mcp/servers/${id}/stop`)).status).toBe(200);
    expect(await connecting).toMatchObject({ data: { reason: 'crashed' } });
    expect(bench.pids.some(alive)).toBe(false);
    expect((await bench.server(id)).health.state).toBe('stopped');
  });

  test('a hanging call can be cancelled, twice; the server is told once', async () => {
    const { id } = await bench.ready('Odd', odd.definition());
    const client = await bench.connect(id);
    const stop = new AbortController();
    const call = bench.run(client, id, 'hang', {}, { signal: stop.signal });
    await eventually(() => odd.calls() > 0, 'the call at the server');
    stop.abort();
    await expect(call).rejects.toThrow(/abort/i);
    stop.abort();
    const cancelled = async () => (await logOf(id)).filter(({ text }) => text.startsWith('cancelled'));
    await eventually(async () => (await cancelled()).length > 0, 'the server was told');
    expect(await cancelled()).toHaveLength(1);
    expect(textOf(await bench.run(client, id, 'say', { text: 'go on' }))).toBe('go on');
  });

  test('a window that goes away without a word cancels its calls', async () => {
    const { id } = await bench.ready('Odd', odd.definition());
    const client = await bench.connect(id);
    const call = bench.run(client, id, 'hang').catch(() => undefined);
    await eventually(() => odd.calls() > 0, 'the call at the server');
    // Closing the transport aborts its requests and sends nothing.
    await client.close();
    await call;
    const cancellations = async () => (await logOf(id)).filter(({ text }) => text.startsWith('cancelled'));
    await eventually(async () => (await cancellations()).length > 0, 'cancelled');
    expect(await cancellations()).toHaveLength(1);
  });

  test('to list what it offers a server that ran before is not started, not even by the next host', async () => {
    const secrets = createMemorySecrets({}, 'os');
    const before = await createMcpBench({ deps: { secrets } });
    const { id } = await before.ready('Odd', odd.definition());
    const names = async (of: McpBench) => (await (await of.connect(id)).listTools()).tools.map(({ name }) => name);
    const first = await names(before);
    expect(odd.starts()).toBe(1);
    await before.call('POST', `/api/mcp/servers/${id}/stop`);
    expect(await names(before)).toEqual(first);
    const next = await createMcpBench({ deps: { home: before.bench.home, secrets } });
    try {
      expect(await names(next)).toEqual(first);
      expect((await next.server(id)).tools?.map(({ name }) => name)).toEqual(first);
      expect((await next.server(id)).health.state).toBe('stopped');
      expect(odd.starts()).toBe(1);
      expect(textOf(await next.run(await next.connect(id), id, 'say', { text: 'first use' }))).toBe('first use');
      expect(odd.starts()).toBe(2);
    } finally {
      await next.close();
      await before.close();
    }
  });

  test('unused it is stopped; the next use starts it again', async () => {
    const idle = await createMcpBench({ host: { mcpIdleMs: 150 } });
    try {
      const { id } = await idle.ready('Odd', odd.definition());
      const client = await idle.connect(id);
      await eventually(async () => (await idle.server(id)).health.state === 'stopped', 'idle');
      expect(idle.pids.filter(alive)).toEqual([]);
      expect(textOf(await idle.run(client, id, 'say', { text: 'again' }))).toBe('again');
      expect(odd.starts()).toBe(2);
      // A running call keeps it alive, however long it takes.
      const hanging = idle.run(client, id, 'hang').catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect((await idle.server(id)).health.state).toBe('running');
      await idle.close();
      await hanging;
    } finally {
      await idle.close();
    }
  });
});

describe('nothing is left behind', () => {
  test('a stubborn server and what it started are gone when the host closes', async () => {
    const own = await createMcpBench();
    const { id } = await own.ready('Odd', odd.definition('--stubborn', '--grandchild'));
    await own.connect(id);
    const [pid = 0] = own.pids;
    expect(await groupOf(pid)).toHaveLength(2);
    await own.close();
    expect(await groupOf(pid)).toEqual([]);
  });

  test('after a crash what it started is gone too', async () => {
    const { id } = await bench.ready('Odd', odd.definition('--grandchild'));
    const client = await bench.connect(id);
    const [pid = 0] = bench.pids;
    await expect(bench.run(client, id, 'die')).rejects.toThrow(/exit code 7/);
    await eventually(async () => (await groupOf(pid)).length === 0, 'group gone');
  });

  test.for(['SIGKILL', 'SIGTERM', 'exit'] as const)('when the host ends by %s its servers end', async (how) => {
    const program = fileURLToPath(new URL('support/host-to-kill.ts', import.meta.url));
    const { command, args } = odd.definition() as { command: string; args: string[] };
    const host = spawn(process.execPath, [program, how, bench.bench.home, command, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) =>
      host.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
    );
    expect(alive(pid)).toBe(true);
    if (how !== 'exit') host.kill(how);
    await new Promise((resolve) => host.once('exit', resolve));
    await eventually(() => !alive(pid), 'the server has ended');
  });

  test('a killed host takes along what does not read its input or does not listen', async () => {
    const program = fileURLToPath(new URL('support/host-to-kill.ts', import.meta.url));
    const line = 'trap "" TERM; sleep 600 & sleep 600; wait';
    const host = spawn(process.execPath, [program, 'SIGKILL', bench.bench.home, '/bin/sh', '-c', line], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) =>
      host.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
    );
    await eventually(async () => (await groupOf(pid)).length === 3, 'everything runs');
    host.kill('SIGKILL');
    await eventually(async () => (await groupOf(pid)).length === 0, 'the group has ended', 20_000);
    expect(await groupOf(pid)).toEqual([]);
  });

  test('a stubborn server that outlived a killed host is ended by the next one, and nothing else is', async () => {
    const home = mkdtempSync(join(tmpdir(), 'leftovers-'));
    const program = fileURLToPath(new URL('support/host-to-kill.ts', import.meta.url));
    const { command, args } = odd.definition('--stubborn') as { command: string; args: string[] };
    const killed = spawn(process.execPath, [program, 'SIGKILL', home, command, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = await new Promise<number>((resolve) =>
      killed.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
    );
    const running = join(home, 'mcp-running.json');
    await eventually(() => existsSync(running) && readFileSync(running, 'utf8').includes(String(pid)), 'remembered');
    // Kills its other children as well, so that nothing supervises the process.
    for (const child of await childrenOf(killed.pid ?? 0)) if (child !== pid) process.kill(child, 'SIGKILL');
    killed.kill('SIGKILL');
    await new Promise((resolve) => killed.once('exit', resolve));
    expect(await groupOf(pid)).toEqual([pid]);
    // A process that was started later under a remembered pid isn't Baton's.
    const [own] = JSON.parse(readFileSync(running, 'utf8')) as { pid: number; born: string }[];
    const stranger = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    writeFileSync(running, JSON.stringify([own, { pid: stranger.pid, born: '1' }]));
    const next = await createMcpBench({ deps: { home } });
    await eventually(async () => (await groupOf(pid)).length === 0, 'ended');
    expect(await groupOf(stranger.pid ?? 0)).toHaveLength(1);
    stranger.kill('SIGKILL');
    await next.close();
    rmSync(home, { recursive: true });
  });

  test('the page is told of every change of state', async () => {
    const stop = new AbortController();
    const response = await fetch(`${bench.origin}/api/events`, { headers: pageHeaders(), signal: stop.signal });
    let text = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk);
    })().catch(() => undefined);
    const { id } = await bench.ready('Odd', odd.definition());
    await eventually(() => text.includes('mcp-changed'), 'told of the new server');
    text = '';
    const client = await bench.connect(id);
    await eventually(() => text.includes('mcp-changed'), 'told of its start');
    text = '';
    await bench.run(client, id, 'die').catch(() => undefined);
    await eventually(() => text.includes('mcp-changed'), 'told of its crash');
    expect((await bench.server(id)).health.state).toBe('crashed');
    stop.abort();
    await reading;
  });
});

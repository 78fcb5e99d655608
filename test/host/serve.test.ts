import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { APP_HEADER, TOKEN_HEADER } from '#contract/headers.ts';
import { sleep, until } from './conformance/context.ts';

const SERVE = fileURLToPath(new URL('../../electron/serve.ts', import.meta.url));

interface Started {
  child: ChildProcess;
  output: () => string;
  /** Exit code, once it has ended. */
  ended: Promise<number | null>;
}

let root = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'baton-serve-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(root, { recursive: true, force: true });
});

const start = (args: readonly string[], env: Record<string, string> = {}): Started =>
  run(process.execPath, [SERVE, '--no-open', ...args], env);

function run(command: string, args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, ended: new Promise((resolve) => child.once('close', resolve)) };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

interface Running {
  pid: number;
  port: number;
  token: string;
  url: string;
}
const runningFile = (home: string) => join(home, 'running.json');
const readRunning = (home: string) => JSON.parse(readFileSync(runningFile(home), 'utf8')) as Running;

async function startReady(home: string, port: number): Promise<Started & { running: Running }> {
  const started = start(['--home', home, '--port', String(port)]);
  await until(() => started.output().includes('ready') || started.child.exitCode !== null, 'the start', 30_000);
  return { ...started, running: readRunning(home) };
}

describe('node electron/serve.ts', () => {
  test('serves on 127.0.0.1 under its port, says so, and leaves nothing behind on Ctrl-C', async () => {
    const home = join(root, 'home');
    const port = await freePort();
    const { child, output, ended, running } = await startReady(home, port);
    expect(output()).toContain(running.url);
    expect(running).toMatchObject({ pid: child.pid, port, url: `http://127.0.0.1:${port}/#t=${running.token}` });
    expect(Buffer.from(running.token, 'base64url').byteLength).toBe(32);
    expect(statSync(runningFile(home)).mode & 0o777).toBe(0o600);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    const headers = { [APP_HEADER]: '1', [TOKEN_HEADER]: running.token };
    const origin = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${origin}/api/ping`, { headers })).json()).toMatchObject({ ok: true, mount: 'browser' });
    const list = (await (await fetch(`${origin}/api/vendors`, { headers })).json()) as {
      connections: { id: string }[];
    };
    expect(list.connections.map(({ id }) => id)).toContain('practice-anthropic');
    await expect(fetch(`http://[::1]:${port}/api/ping`, { headers })).rejects.toThrow('fetch failed');

    const events = await fetch(`${origin}/api/events`, { headers });
    const reader = events.body?.getReader();
    await reader?.read();
    const began = Date.now();
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(Date.now() - began).toBeLessThan(3000);
    expect((await reader?.read())?.done).toBe(true);
    expect(existsSync(runningFile(home))).toBe(false);
    const log = readFileSync(join(home, 'logs', 'baton.log'), 'utf8');
    expect(log).toContain('"event":"start"');
    expect(log + output().replaceAll(running.url, '')).not.toContain(running.token);
  });

  test.for(['SIGTERM', 'SIGHUP'] as const)(
    '%s ends it cleanly too; a signal that arrives twice is one',
    async (signal) => {
      const home = join(root, 'home');
      const { child, ended } = await startReady(home, await freePort());
      child.kill(signal);
      child.kill(signal);
      expect(await ended).toBe(0);
      expect(existsSync(runningFile(home))).toBe(false);
    },
  );

  test('a second start on the same home leads to the first, on whatever port', async () => {
    const home = join(root, 'home');
    const port = await freePort();
    const first = await startReady(home, port);
    for (const again of [port, await freePort()]) {
      const second = start(['--home', home, '--port', String(again)]);
      expect(await second.ended).toBe(1);
      expect(second.output()).toContain(`running already: ${first.running.url}`);
      expect(second.output()).not.toContain('at ');
    }
    expect(readRunning(home)).toEqual(first.running);
    const headers = { [APP_HEADER]: '1', [TOKEN_HEADER]: first.running.token };
    expect((await fetch(`http://127.0.0.1:${port}/api/ping`, { headers })).status).toBe(200);
  });

  test('a second start is refused too while the first one is stopped', async () => {
    const home = join(root, 'home');
    const first = await startReady(home, await freePort());
    first.child.kill('SIGSTOP');
    const second = start(['--home', home, '--port', String(await freePort())]);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Another Baton (process ${first.child.pid}) uses ${home}`);
    first.child.kill('SIGCONT');
  });

  // No file can grow: as on a full disk, without needing one.
  test.skipIf(process.platform === 'win32')('starts on a full disk, and says what could not be saved', async () => {
    const home = join(root, 'home');
    const port = await freePort();
    // The system's signal would end Node; with a handler the write fails instead.
    const survive = 'data:text/javascript,process.on("SIGXFSZ",()=>{})';
    const script = `ulimit -f 0; exec "$0" --import '${survive}' "$@"`;
    const { child, output, ended } = run('sh', [
      '-c',
      script,
      process.execPath,
      SERVE,
      '--home',
      home,
      '--port',
      String(port),
    ]);
    await until(() => output().includes('ready') || child.exitCode !== null, 'the start', 30_000);
    const token = /#t=([\w-]+)/.exec(output())?.[1] ?? '';
    const answer = await fetch(`http://127.0.0.1:${port}/api/config`, {
      method: 'PATCH',
      headers: { [APP_HEADER]: '1', [TOKEN_HEADER]: token, 'content-type': 'application/json' },
      body: JSON.stringify({ practiceCharsPerSecond: 77 }),
    });
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({ code: 'disk_full' });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('removes what a killed one had not written to its end, and nothing else', async () => {
    const home = join(root, 'home');
    const mine = ['connections.json.928155905', 'config.jsonc.3321045673', 'snapshots/daily.json.12345678'];
    const theirs = ['notes.json', 'config.jsonc.old', 'photo.12345678', 'connections.json.set-aside-2026'];
    mkdirSync(join(home, 'snapshots'), { recursive: true });
    for (const name of [...mine, ...theirs]) writeFileSync(join(home, name), 'half');
    const { child, ended } = await startReady(home, await freePort());
    expect(mine.filter((name) => existsSync(join(home, name)))).toEqual([]);
    expect(theirs.filter((name) => existsSync(join(home, name)))).toEqual(theirs);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('two starts at the same moment: one serves, the other leads to it', async () => {
    const home = join(root, 'home');
    const port = await freePort();
    const both = [1, 2].map(() => start(['--home', home, '--port', String(port)]));
    await until(() => both.some(({ child }) => child.exitCode !== null), 'one gives way', 30_000);
    const loser = both.find(({ child }) => child.exitCode !== null);
    const winner = both.find(({ child }) => child.exitCode === null);
    expect(winner?.output()).toContain('Baton is ready');
    expect(loser?.output()).toContain('running already');
  });

  test('a port of another program, and of a Baton with another home', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const refused = start(['--home', join(root, 'home'), '--port', String(port)]);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`Port ${port} is used by another program`);
    other.close();

    const taken = await freePort();
    const first = await startReady(join(root, 'one'), taken);
    const second = start(['--home', join(root, 'two'), '--port', String(taken)]);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Port ${taken} is used by another program`);
    expect(second.output()).not.toContain(first.running.token);
  });

  test('what a killed Baton left behind is no obstacle', async () => {
    const home = join(root, 'home');
    const port = await freePort();
    const first = await startReady(home, port);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(existsSync(runningFile(home))).toBe(true);
    const second = await startReady(home, port);
    expect(second.running.token).not.toBe(first.running.token);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    writeFileSync(runningFile(home), 'not json');
    const third = await startReady(home, port);
    expect(third.running.port).toBe(port);
  });

  test('BATON_HOME; wrong options and an unusable home are said in one line', async () => {
    const home = join(root, 'from-env');
    const started = start(['--port', String(await freePort())], { BATON_HOME: home });
    await until(() => existsSync(runningFile(home)), 'the start', 30_000);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);

    writeFileSync(join(root, 'file'), '');
    const unusable = start(['--home', join(root, 'file', 'home')]);
    expect(await unusable.ended).toBe(1);
    expect(unusable.output().trim().split('\n')).toHaveLength(1);
    expect(unusable.output()).toContain('--home');
    const wrong = start(['--port', '99999999']);
    expect(await wrong.ended).toBe(2);
    await sleep(0);
    expect(wrong.output().trim().split('\n')).toHaveLength(1);
  });
});

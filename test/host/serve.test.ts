import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchAsBrowser, redeem, useLink, windowHeaders } from '#test/fakes/as-browser.ts';
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

const runningFile = (home: string) => join(home, 'running.json');
const linksIn = (output: string) => output.match(/http:\S+#t=[\w-]+/g) ?? [];

async function startReady(home: string, port: number): Promise<Started & { link: string; origin: string }> {
  const started = start(['--home', home, '--port', String(port)]);
  await until(() => started.output().includes('ready') || started.child.exitCode !== null, 'the start', 30_000);
  const [link = ''] = linksIn(started.output());
  return { ...started, link, origin: new URL(link).origin };
}

describe('node electron/serve.ts', () => {
  test('serves under a secret name of its home, with a link that works once, and leaves nothing behind', async () => {
    const home = join(root, 'home');
    const port = await freePort();
    const { child, output, ended, link, origin } = await startReady(home, port);
    expect(origin).toMatch(new RegExp(`^http://[0-9a-f]{32}\\.localhost:${port}$`));
    expect(statSync(home).mode & 0o777).toBe(0o700);
    const key = await useLink(link);
    expect(await useLink(link)).toBeNull();
    await until(() => linksIn(output()).length === 2, 'the next link');
    expect(await useLink(linksIn(output())[1] ?? '')).not.toBeNull();

    const headers = windowHeaders(key?.token ?? '');
    const ask = (path: string, address?: string) =>
      fetchAsBrowser(origin + path, { headers, ...(address ? { address } : {}) });
    expect(await (await ask('/api/ping')).json()).toMatchObject({ ok: true, mount: 'browser' });
    // Browsers try this one first.
    expect((await ask('/api/ping', '::1')).status).toBe(200);
    const list = (await (await ask('/api/vendors')).json()) as { connections: { id: string }[] };
    expect(list.connections.map(({ id }) => id)).toContain('practice-anthropic');
    for (const name of ['127.0.0.1', 'localhost', `${'0'.repeat(32)}.localhost`])
      expect((await fetchAsBrowser(`http://${name}:${port}/api/ping`, { headers })).status).toBe(421);

    const events = await ask('/api/events');
    const reader = events.body?.getReader();
    await reader?.read();
    // The window is open, so what its tab has stored opens nothing.
    expect(await redeem(origin, key?.comeback ?? '')).toBeNull();
    const began = Date.now();
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(Date.now() - began).toBeLessThan(3000);
    expect((await reader?.read())?.done).toBe(true);
    expect(existsSync(runningFile(home))).toBe(false);
    const log = readFileSync(join(home, 'logs', 'baton.log'), 'utf8');
    expect(log).toContain('"event":"start"');
    const { hostname } = new URL(origin);
    for (const secret of [key?.token, key?.comeback, hostname, ...linksIn(output()).map((one) => one.split('=')[1])])
      expect(log).not.toContain(secret);
    const again = await startReady(home, port);
    expect(again.origin).toBe(origin);
  });

  test('no file of the home holds a token or a ticket', async () => {
    const home = join(root, 'home');
    const { link, output } = await startReady(home, await freePort());
    const key = await useLink(link);
    await until(() => linksIn(output()).length === 2, 'the next link');
    const secrets = [key?.token, key?.comeback, ...linksIn(output()).map((one) => one.split('=')[1])];
    expect(secrets).toHaveLength(4);
    for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
      if (!statSync(join(home, name)).isFile()) continue;
      const text = readFileSync(join(home, name), 'latin1');
      expect(secrets.filter((secret) => secret !== undefined && text.includes(secret)).map(() => name)).toEqual([]);
    }
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

  test('a second start on the same home has the first one print a link, on whatever port', async () => {
    const home = join(root, 'home');
    const port = await freePort();
    const first = await startReady(home, port);
    for (const again of [port, await freePort()]) {
      const second = start(['--home', home, '--port', String(again)]);
      expect(await second.ended).toBe(1);
      expect(second.output()).toContain('running already; a new link is in the terminal where it was started');
      expect(second.output()).not.toMatch(/at |localhost|#t=/);
    }
    const links = linksIn(first.output());
    expect(links).toHaveLength(3);
    for (const link of links) expect(await useLink(link)).not.toBeNull();
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

  // No file can grow: like a full disk, without needing one.
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
    const [link = ''] = linksIn(output());
    const token = (await useLink(link))?.token ?? '';
    const answer = await fetchAsBrowser(`${new URL(link).origin}/api/config`, {
      method: 'PATCH',
      headers: { ...windowHeaders(token), 'content-type': 'application/json' },
      body: JSON.stringify({ practiceCharsPerSecond: 77 }),
    });
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({ code: 'disk_full' });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('removes what a killed one had not written to its end, and nothing else', async () => {
    const home = join(root, 'home');
    const journal = 'journal/01890000-0000-7000-8000-000000000001';
    const mine = [
      'connections.json.928155905',
      'config.jsonc.3321045673',
      'snapshots/daily.json.12345678',
      'snapshots/2026-11-23T021127Z-manual-91e7b4cf.part',
      `${journal}/listing-2.json.3321045673`,
      `${journal}/base.json.12345678`,
      `${journal}/000001.log.part`,
      `${journal}/blobs/${'a'.repeat(64)}.12345678`,
    ];
    const theirs = [
      'notes.json',
      'config.jsonc.old',
      'photo.12345678',
      'snapshots/2026-11-23T021127Z-manual-91e7b4cf.zip',
      'snapshots/holiday.part',
      'connections.json.set-aside-2026',
      `${journal}/000001.log`,
      `${journal}/blobs/${'a'.repeat(64)}`,
    ];
    for (const folder of ['snapshots', `${journal}/blobs`]) mkdirSync(join(home, folder), { recursive: true });
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
    expect(second.output()).not.toContain(new URL(first.link).hostname);
  });

  test('what a killed Baton left behind is no obstacle', async () => {
    const home = join(root, 'home');
    const port = await freePort();
    const first = await startReady(home, port);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(existsSync(runningFile(home))).toBe(true);
    const second = await startReady(home, port);
    expect(second.origin).toBe(first.origin);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    writeFileSync(runningFile(home), 'not json');
    const third = await startReady(home, port);
    expect(third.origin).toBe(first.origin);
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

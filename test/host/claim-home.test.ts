import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockHome } from '#host/base/home-lock.ts';
import { claimHome } from '../../electron/serve/claim-home.ts';
import {
  instanceSocketPath,
  listenForSecondStart,
  contactRunningInstance,
  type InstanceRequest,
} from '../../electron/serve/instance-socket.ts';
import { originNameOf } from '../../electron/serve/origin-name.ts';
import { listen, stopListening } from '../../electron/serve/listen.ts';
import { readRunning, removeRunning, writeRunning } from '../../electron/serve/running-file.ts';
import { sleep } from './conformance/context.ts';

let home = '';
const servers: Server[] = [];
const closers: (() => void)[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-running-'));
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  for (const server of servers.splice(0)) await stopListening(server, 0);
  rmSync(home, { recursive: true, force: true });
});

const fresh = () => {
  const server = createHttpServer();
  servers.push(server);
  return server;
};
const on = (port: number) => ({
  server: fresh(),
  home,
  port,
  wish: 'window' as const,
  onUnlockable: () => undefined,
});
async function hang(answer: (wish: InstanceRequest) => Promise<'opened' | 'printed'>, at = home) {
  const server = await listenForSecondStart(at, answer);
  closers.push(() => server.close());
  return server;
}

describe('the note of what serves a home', () => {
  test('is private, names a process and nothing else, and is removed only by its own Baton', async () => {
    await writeRunning(home, 7);
    expect(statSync(join(home, 'running.json')).mode & 0o777).toBe(0o600);
    await removeRunning(home, 2);
    expect(await readRunning(home)).toBe(7);
    await removeRunning(home, 7);
    expect(await readRunning(home)).toBeNull();
  });

  test('takes the place of an earlier one with a token in it', async () => {
    const file = join(home, 'running.json');
    writeFileSync(file, '{"pid":3,"port":4127,"token":"t","url":"http://127.0.0.1:4127/#t=t"}\n');
    expect(await readRunning(home)).toBe(3);
    await writeRunning(home, 7);
    expect(await readRunning(home)).toBe(7);
    expect(statSync(file).size).toBe('{"pid":7}\n'.length);
  });
});

describe('claiming a home', () => {
  test('a port of somebody else stays theirs, also on ::1 alone, which browsers try first', async () => {
    const taken = await listen(fresh(), 0);
    await expect(claimHome(on(taken))).rejects.toMatchObject({ taken: { by: 'other', port: taken } });

    const other = createServer();
    await new Promise<void>((resolve) => other.listen({ host: '::1', port: 0 }, resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(claimHome(on(port))).rejects.toMatchObject({ taken: { by: 'other', port } });
    other.close();
    // The failed attempts have released the home.
    const { port: claimed, lock } = await claimHome(on(0));
    expect(claimed).toBeGreaterThan(0);
    lock?.release();
  });

  test('a start a moment later than another leads there', async () => {
    const { lock } = await claimHome(on(0));
    const claim = claimHome(on(0));
    await sleep(250);
    await hang(async () => 'opened');
    await expect(claim).rejects.toMatchObject({ name: 'PortTakenError', taken: { by: 'baton', outcome: 'opened' } });
    lock?.release();
  });

  test('a home that another Baton holds is not shared, though that one answers nobody', async () => {
    const { lock } = await claimHome(on(0));
    await writeRunning(home, 77);
    const refused = claimHome(on(0));
    await expect(refused).rejects.toMatchObject({ taken: { by: 'silent', pid: 77 } });
    await expect(refused).rejects.toThrow(/process 77.*does not answer/);
    lock?.release();
    (await claimHome(on(0))).lock?.release();
  });

  test('a lock file that somebody has written into is made anew', async () => {
    writeFileSync(join(home, 'home.lock'), 'not a lock '.repeat(100));
    const lock = await lockHome(home);
    expect(lock).not.toBeNull();
    expect(await lockHome(home)).toBeNull();
    lock?.release();
  });

  test('where a home cannot be locked Baton starts all the same, and says so', async () => {
    mkdirSync(join(home, 'home.lock'));
    const errors: unknown[] = [];
    expect((await claimHome({ ...on(0), onUnlockable: (error) => errors.push(error) })).lock).toBeUndefined();
    expect(errors).toHaveLength(1);
  });
});

describe('the name of a home', () => {
  test('is made once, of 128 random bits, in a private file', async () => {
    const { name, isNew } = await originNameOf(home);
    expect(isNew).toBe(true);
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(statSync(join(home, `${name}.origin`)).mode & 0o777).toBe(0o600);
    expect(await originNameOf(home)).toEqual({ name, isNew: false });
    const other = mkdtempSync(join(tmpdir(), 'baton-running-'));
    expect((await originNameOf(other)).name).not.toBe(name);
    rmSync(other, { recursive: true });
  });
});

describe.skipIf(process.platform === 'win32')('the doorbell', () => {
  test('tells the first Baton what is wished, and the second one only what became of it', async () => {
    const wishes: InstanceRequest[] = [];
    await hang(async (wish) => {
      wishes.push(wish);
      return wish === 'link' ? 'printed' : 'opened';
    });
    expect(statSync(instanceSocketPath(home)).mode & 0o777).toBe(0o600);
    expect(await contactRunningInstance(home, 'link')).toBe('printed');
    expect(await contactRunningInstance(home, 'window')).toBe('opened');
    // A second ring right away is the same one.
    expect(await contactRunningInstance(home, 'window')).toBe('opened');
    expect(wishes).toEqual(['link', 'window']);
  });

  test('nobody is there: not before, and not when a killed Baton has left its socket', async () => {
    expect(await contactRunningInstance(home, 'window')).toBeNull();
    writeFileSync(instanceSocketPath(home), '');
    expect(await contactRunningInstance(home, 'window')).toBeNull();
    await hang(async () => 'opened');
    expect(await contactRunningInstance(home, 'window')).toBe('opened');
  });

  test('is not rung where others could have put another one in its place', async () => {
    await hang(async () => 'opened');
    chmodSync(home, 0o777);
    expect(await contactRunningInstance(home, 'window')).toBeNull();
    chmodSync(home, 0o700);
    const elsewhere = mkdtempSync(join(tmpdir(), 'baton-running-'));
    symlinkSync(instanceSocketPath(home), join(elsewhere, 'window.sock'));
    expect(await contactRunningInstance(elsewhere, 'window')).toBeNull();
    rmSync(elsewhere, { recursive: true });
  });

  test('hangs in a private folder of this user where the path of the home is too long', async () => {
    const before = process.env['XDG_RUNTIME_DIR'];
    process.env['XDG_RUNTIME_DIR'] = mkdtempSync(join(tmpdir(), 'b-'));
    const deep = join(home, 'x'.repeat(120));
    mkdirSync(deep, { mode: 0o700 });
    try {
      expect(instanceSocketPath(deep).startsWith(process.env['XDG_RUNTIME_DIR'])).toBe(true);
      await hang(async () => 'opened', deep);
      expect(statSync(dirname(instanceSocketPath(deep))).mode & 0o777).toBe(0o700);
      expect(await contactRunningInstance(deep, 'window')).toBe('opened');
      chmodSync(dirname(instanceSocketPath(deep)), 0o770);
      await expect(listenForSecondStart(deep, async () => 'opened')).rejects.toThrow('alone');
      expect(await contactRunningInstance(deep, 'window')).toBeNull();
    } finally {
      rmSync(process.env['XDG_RUNTIME_DIR'], { recursive: true });
      if (before === undefined) delete process.env['XDG_RUNTIME_DIR'];
      else process.env['XDG_RUNTIME_DIR'] = before;
    }
  });
});

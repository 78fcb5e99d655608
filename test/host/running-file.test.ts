import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TOKEN_HEADER } from '#contract/headers.ts';
import { lockHome } from '#host/home-lock.ts';
import { claimHome } from '../../electron/serve/claim-home.ts';
import { listen } from '../../electron/serve/listen.ts';
import { isAlive, readRunning, removeRunning, writeRunning } from '../../electron/serve/running-file.ts';
import { sleep } from './conformance/context.ts';

let home = '';
const servers: Server[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-running-'));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  rmSync(home, { recursive: true, force: true });
});

/** Answers a ping as Baton does: only to its own token. */
async function startOther(token: string): Promise<number> {
  const server = createServer((request, response) => {
    response.writeHead(request.headers[TOKEN_HEADER] === token ? 200 : 401).end('{}');
  });
  servers.push(server);
  return listen(server, 0);
}

const fresh = () => {
  const server = createServer();
  servers.push(server);
  return server;
};
const on = (port: number) => ({ server: fresh(), home, port, onUnlockable: () => undefined });
const entry = (port: number, token = 'mine') => ({ pid: 1, port, token, url: `http://127.0.0.1:${port}/#t=${token}` });

test('is private, and removed only by its own Baton', async () => {
  await writeRunning(home, entry(4127));
  expect(statSync(join(home, 'running.json')).mode & 0o777).toBe(0o600);
  await removeRunning(home, 2);
  expect(await readRunning(home)).toEqual(entry(4127));
  await removeRunning(home, 1);
  expect(await readRunning(home)).toBeNull();
});

test('a server that does not know the token is not this Baton', async () => {
  const port = await startOther('mine');
  expect(await isAlive(entry(port))).toBe(true);
  expect(await isAlive(entry(port, 'stale'))).toBe(false);
  expect(await isAlive(entry(1))).toBe(false);
});

test('a port that was taken a moment ago by a start on the same home leads there', async () => {
  const port = await startOther('mine');
  const claim = claimHome(on(port));
  await sleep(250);
  await writeRunning(home, entry(port));
  await expect(claim).rejects.toMatchObject({
    name: 'PortTaken',
    taken: { by: 'baton', port, url: entry(port).url },
  });
});

test('a port of somebody else stays theirs; a file of a Baton that has ended is no obstacle', async () => {
  const port = await startOther('theirs');
  await writeRunning(home, entry(port));
  await expect(claimHome(on(port))).rejects.toMatchObject({ taken: { by: 'other', port } });
  // The attempt that failed has let go of the home.
  const { port: claimed, lock } = await claimHome(on(0));
  expect(claimed).toBeGreaterThan(0);
  lock?.release();
});

test('a home that another Baton holds is not shared, though that one answers nobody', async () => {
  const { lock } = await claimHome(on(0));
  await writeRunning(home, { ...entry(1), pid: 77 });
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

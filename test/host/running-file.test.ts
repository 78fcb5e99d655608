import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TOKEN_HEADER } from '#contract/headers.ts';
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
  const claim = claimHome(fresh(), home, port);
  await sleep(250);
  await writeRunning(home, entry(port));
  await expect(claim).rejects.toMatchObject({ name: 'PortTaken', by: 'baton', port, url: entry(port).url });
});

test('a port of somebody else stays theirs; a file of a Baton that has ended is no obstacle', async () => {
  const port = await startOther('theirs');
  await writeRunning(home, entry(port));
  await expect(claimHome(fresh(), home, port)).rejects.toMatchObject({ by: 'other', port, url: undefined });
  expect(await claimHome(fresh(), home, 0)).toBeGreaterThan(0);
});

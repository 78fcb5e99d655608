import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageHeaders, SECURITY_HEADERS } from '#host/csp.ts';
import { fetchAsBrowser, useLink, windowHeaders } from '#test/fakes/as-browser.ts';
import { until } from './conformance/context.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Inside the checkout, where packages are found, but not in a folder that Vite watches. */
const parent = join(root, '.cache');
const SOURCES = ['electron', 'public', 'src', 'package.json', 'tsconfig.json', 'vite.config.ts', 'CHANGELOG.md'];
/** The configuration names this file. */
const NAMED = 'node_modules/decode-named-character-reference';

let copy = '';
const children: ChildProcess[] = [];

beforeAll(() => {
  mkdirSync(parent, { recursive: true });
  copy = mkdtempSync(join(parent, 'dev-test-'));
  for (const name of SOURCES) cpSync(join(root, name), join(copy, name), { recursive: true });
  mkdirSync(join(copy, 'node_modules'));
  symlinkSync(join(root, NAMED), join(copy, NAMED), 'junction');
});

afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(copy, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(copy, 'electron/dev.ts'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** Status of the response to opening Vite's socket. */
function openSocket(origin: string, from: string, token: string): Promise<number> {
  const { host, port } = new URL(origin);
  return new Promise((resolve) => {
    const attempt = request({
      host: '127.0.0.1',
      port,
      path: `/?token=${token}`,
      headers: {
        host,
        origin: from,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-protocol': 'vite-hmr',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('sixteen bytes ..').toString('base64'),
      },
    });
    attempt.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve(statusCode ?? 0);
    });
    attempt.on('error', () => resolve(0)).end();
  });
}

test('serves the page from its sources, takes changes of the host while its windows stay, and ends with one signal', async () => {
  const ping = join(copy, 'electron/host/routes/ping.ts');
  const source = readFileSync(ping, 'utf8');
  const { child, output, ended } = start(['--port', String(await freePort())]);
  await until(() => output().includes('ready') || child.exitCode !== null, 'the start', 30_000);
  expect(output()).toContain(join(copy, '.dev-home'));
  const [link = ''] = output().match(/http:\S+#t=[\w-]+/g) ?? [];
  const { origin, port } = new URL(link);
  const key = await useLink(link);
  const asPage = { headers: { 'sec-fetch-site': 'same-origin' } };
  const askPing = async (): Promise<unknown> =>
    (await fetchAsBrowser(`${origin}/api/ping`, { headers: windowHeaders(key?.token ?? '') })).json();
  expect(await askPing()).toMatchObject({ ok: true, mount: 'browser' });

  const page = await fetchAsBrowser(`${origin}/`, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect(html).toContain('src="./main.tsx');
  const [, nonce = ''] = /<script[^>]* nonce="([^"]+)"/.exec(html) ?? [];
  expect(nonce).not.toBe('');
  const asShipped = Object.fromEntries(
    Object.keys(SECURITY_HEADERS).map((name) => [name, page.headers.get(name)?.replaceAll(` 'nonce-${nonce}'`, '')]),
  );
  expect(asShipped).toEqual(pageHeaders(origin));
  const module = await fetchAsBrowser(`${origin}/main.tsx`, asPage);
  expect(module.headers.get('content-type')).toContain('javascript');
  expect(await module.text()).toContain('jsxDEV');

  // The page's security model applies here, too: one name, one origin, no call without a window's token.
  expect((await fetchAsBrowser(`http://127.0.0.1:${port}/main.tsx`)).status).toBe(421);
  expect((await fetchAsBrowser(`${origin}/main.tsx`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
    403,
  );
  expect((await fetchAsBrowser(`${origin}/api/ping`, { headers: windowHeaders('none') })).status).toBe(401);
  const client = await (await fetchAsBrowser(`${origin}/@vite/client`, asPage)).text();
  const [, token = ''] = /const wsToken = "([^"]+)"/.exec(client) ?? [];
  expect(await openSocket(origin, origin, token)).toBe(101);
  expect(await openSocket(origin, 'http://evil.localhost', token)).toBe(0);

  writeFileSync(ping, source.replace('ok: true', "ok: true, said: 'changed'"));
  await until(() => output().includes('The host was restarted.'), 'the restart', 20_000);
  expect(await askPing()).toMatchObject({ said: 'changed' });

  writeFileSync(ping, 'export function (');
  await until(() => output().includes('The host does not load'), 'the complaint', 20_000);
  expect(await askPing()).toMatchObject({ said: 'changed' });

  writeFileSync(ping, source);
  await until(() => output().split('The host was restarted.').length === 3, 'the second restart', 20_000);
  expect(await askPing()).not.toHaveProperty('said');

  const began = Date.now();
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(Date.now() - began).toBeLessThan(5000);
});

test('leaves the home of the Baton that is used alone', async () => {
  const home = join(copy, 'used');
  const refused = start(['--home', home], { BATON_HOME: home });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('it is that of the Baton you use');
});

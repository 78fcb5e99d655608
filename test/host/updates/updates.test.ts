import { type IncomingMessage, type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UpdateState } from '#contract/updates.ts';
import { createHost, type Host } from '#host/create-host.ts';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { createHostBench, createMemorySecrets, type HostBench, pageHeaders } from '#test/fakes/host-deps.ts';
import { until } from '../conformance/context.ts';
import { type TestWindow, openTestWindow } from '#test/fakes/host-window.ts';

const DAY = 24 * 60 * 60 * 1000;
const NEWER = {
  version: '1.1.0',
  date: '2026-11-20',
  notes: 'Faster search.\nQuieter banners.',
  page: 'https://baton.example/1.1.0',
};

let bench: HostBench;
let host: Host;
let window: TestWindow;
let clock: FakeClock;
let server: Server;
let feed: string;
let seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
let answer: RequestListener;

const says = (value: unknown) => {
  answer = (_request, response) => void response.end(typeof value === 'string' ? value : JSON.stringify(value));
};

beforeEach(async () => {
  seen = [];
  says(NEWER);
  server = createServer((request, response) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`;
  clock = new FakeClock();
  bench = createHostBench({
    version: '1.0.0',
    clock,
    secrets: createMemorySecrets({}, 'os'),
    fetch: createOutgoingFetch({}),
  });
  await startHost();
});
afterEach(async () => {
  await host.close();
  server.close().closeAllConnections();
  bench.dispose();
});

async function startHost(): Promise<void> {
  host = createHost(bench.deps);
  window = await openTestWindow((path, init) => host.fetch(new Request(`app://ui${path}`, init)));
}

const configure = (config: object) => writeFileSync(join(bench.home, 'config.jsonc'), JSON.stringify(config));

async function send(method: string, path: string, json?: unknown): Promise<Response> {
  const headers = pageHeaders({
    ...window.approving(),
    ...(json !== undefined && { 'content-type': 'application/json' }),
  });
  return host.fetch(
    new Request(`app://ui/api/updates${path}`, {
      method,
      headers,
      ...(json !== undefined && { body: JSON.stringify(json) }),
    }),
  );
}

async function call(method: string, path: string, json?: unknown): Promise<UpdateState> {
  const response = await send(method, path, json);
  expect(response.status).toBe(200);
  return UpdateState.parse(await response.json());
}

const state = () => call('GET', '');
const check = () => call('POST', '/check');

/** The user's file names the feed, and the user agreed to it. */
async function agree(): Promise<void> {
  configure({ updates: { feed } });
  await call('POST', '/consent', { feed });
}

describe('nothing is asked', () => {
  test('by a build that knows no place, nor before the user agreed to the address', async () => {
    expect(await check()).toEqual({ feed: null, on: true, agreed: false, asked: null, newer: null, quiet: false });
    configure({ updates: { feed } });
    expect(await check()).toMatchObject({ feed, agreed: false, asked: null });
    expect(seen).toEqual([]);
    expect(Object.keys(bench.readHome())).not.toContain('updates.json');
  });

  test('at another address than the one agreed to', async () => {
    await agree();
    configure({ updates: { feed: `${feed}?other` } });
    expect(await check()).toMatchObject({ agreed: false });
    expect((await send('POST', '/consent', { feed })).status).toBe(409);
    configure({});
    expect(await check()).toMatchObject({ feed: null, agreed: false });
    expect(seen).toEqual([]);
  });

  test('where the hook is switched off, and what was found is not told any more', async () => {
    await agree();
    expect((await check()).newer).toEqual(NEWER);
    configure({ updates: { feed }, disabled_hooks: ['auto-update-checker'] });
    await clock.advance(2 * DAY);
    expect(await check()).toMatchObject({ on: false, agreed: true, newer: null });
    expect(seen).toHaveLength(1);
  });

  test('after the consent was taken back', async () => {
    await agree();
    await check();
    expect(await call('DELETE', '/consent')).toMatchObject({ agreed: false, newer: null });
    await clock.advance(2 * DAY);
    await check();
    expect(seen).toHaveLength(1);
  });

  test('when the list of consents is damaged, which is kept', async () => {
    await agree();
    await host.close();
    writeFileSync(join(bench.home, 'consents.json'), '{"consents":');
    await startHost();
    expect(await check()).toMatchObject({ agreed: false });
    expect(seen).toEqual([]);
    expect(readdirSync(bench.home).some((name) => name.startsWith('consents.json.set-aside'))).toBe(true);
  });

  test.each([
    'http://updates.example/feed',
    'ftp://updates.example/feed',
    'https://me:pw@updates.example/feed',
    'feed',
  ])('of %s, which is no address for it', async (address) => {
    configure({ updates: { feed: address } });
    expect(await check()).toMatchObject({ feed: null });
    expect((await send('POST', '/consent', { feed: address })).status).toBe(400);
  });
});

describe('a question', () => {
  test('is one GET that says nothing of who asks', async () => {
    await agree();
    await check();
    expect(seen).toEqual([
      {
        method: 'GET',
        url: '/feed.json',
        headers: { accept: 'application/json', host: new URL(feed).host, connection: 'keep-alive' },
      },
    ]);
  });

  test('is asked once a day, whatever came of it, by all windows and starts together', async () => {
    await agree();
    await Promise.all([check(), check(), check()]);
    await clock.advance(DAY - 1000);
    await host.close();
    await startHost();
    expect((await check()).newer).toEqual(NEWER);
    expect(seen).toHaveLength(1);
    await clock.advance(1000);
    says('{');
    await Promise.all([check(), check()]);
    expect(seen).toHaveLength(2);
    await clock.advance(DAY);
    await check();
    expect(seen).toHaveLength(3);
  });

  test('ends when the consent is taken back meanwhile', async () => {
    await agree();
    const broken = Promise.withResolvers<void>();
    answer = (_request, response) => void response.on('close', () => broken.resolve());
    const checking = check();
    await until(() => seen.length === 1, 'the feed is asked');
    expect(await call('DELETE', '/consent')).toMatchObject({ agreed: false });
    await checking;
    await broken.promise;
  });
});

describe('an answer', () => {
  test.each([
    ['newer', '1.1.0', '1.1.0'],
    ['the same', '1.0.0', null],
    ['the same with build data', '1.0.0+20261120', null],
    ['older', '0.9.9', null],
    ['a pre-release of this one', '1.0.0-rc.1', null],
    ['a pre-release of the next', '1.0.1-rc.1', '1.0.1-rc.1'],
  ])('%s', async (_which, version, reported) => {
    says({ ...NEWER, version, more: { that: 'is not read' } });
    await agree();
    const { newer, asked } = await check();
    expect(newer?.version ?? null).toBe(reported);
    expect(asked).toEqual({ at: clock.now(), failed: false });
  });

  test.each<[string, () => void]>([
    ['broken', () => says('{"version":')],
    ['not of the shape', () => says({ ...NEWER, version: 'newest' })],
    ['with a page that is no web page', () => says({ ...NEWER, page: 'javascript:alert(1)' })],
    ['with a page without https', () => says({ ...NEWER, page: 'http://baton.example/' })],
    ['with endless notes', () => says({ ...NEWER, notes: 'x'.repeat(10_001) })],
    [
      'huge',
      () => {
        answer = (_request, response) => {
          const pour = () => response.destroyed || (response.write('x'.repeat(64 * 1024)), setImmediate(pour));
          pour();
        };
      },
    ],
    ['an error', () => (answer = (_request, response) => void response.writeHead(500).end(JSON.stringify(NEWER)))],
    [
      'a redirect',
      () => {
        answer = (request, response) => {
          if (request.url === '/elsewhere') response.end(JSON.stringify(NEWER));
          else response.writeHead(302, { location: '/elsewhere' }).end(JSON.stringify(NEWER));
        };
      },
    ],
    [
      'cut off',
      () => (answer = (_request, response) => void response.writeHead(200).write('{', () => response.destroy())),
    ],
  ])('%s is none; that is in the log alone', async (_which, prepare) => {
    prepare();
    await agree();
    expect(await check()).toMatchObject({ newer: null, asked: { failed: true } });
    expect(seen.map(({ url }) => url)).toEqual(['/feed.json']);
    expect(bench.deps.log.lines.filter((line) => line.includes('updates-not-told'))).toHaveLength(1);
  });

  test.each(['before its headers', 'within its body'])('that does not end %s is given up', async (where) => {
    const broken = Promise.withResolvers<void>();
    answer = (_request, response) => {
      response.on('close', () => broken.resolve());
      if (where === 'within its body') response.writeHead(200).write('{');
    };
    await agree();
    const checking = check();
    await until(() => seen.length === 1, 'the feed is asked');
    await clock.advance(10_000);
    expect(await checking).toMatchObject({ newer: null, asked: { failed: true } });
    await broken.promise;
  });

  test('that fails later leaves the last good one', async () => {
    await agree();
    await check();
    says('{');
    await clock.advance(DAY);
    expect(await check()).toMatchObject({ newer: NEWER, asked: { failed: true } });
  });

  test('with hostile notes is plain text in which everything hidden is seen', async () => {
    says({ ...NEWER, notes: 'One\r\n<img src=x onerror=alert(1)>\u202egnp.exe\u0007' });
    await agree();
    expect((await check()).newer?.notes).toBe('One\n<img src=x onerror=alert(1)>\\u{202e}gnp.exe\\u{7}');
  });
});

describe('the user', () => {
  test('hears of it later, which lasts a day and over a start', async () => {
    await agree();
    expect(await check()).toMatchObject({ newer: NEWER, quiet: false });
    expect(await call('POST', '/quiet', { version: '1.1.0', how: 'later' })).toMatchObject({ quiet: true });
    await host.close();
    await startHost();
    expect(await state()).toMatchObject({ newer: NEWER, quiet: true });
    await clock.advance(DAY);
    expect(await state()).toMatchObject({ newer: NEWER, quiet: false });
  });

  test('skips a version for good, and hears of the next one', async () => {
    await agree();
    await check();
    await call('POST', '/quiet', { version: '1.1.0', how: 'skip' });
    await clock.advance(30 * DAY);
    expect(await check()).toMatchObject({ newer: NEWER, quiet: true });
    says({ ...NEWER, version: '1.2.0' });
    await clock.advance(DAY);
    expect(await check()).toMatchObject({ newer: { version: '1.2.0' }, quiet: false });
  });
});

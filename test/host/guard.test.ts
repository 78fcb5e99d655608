import { timingSafeEqual } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createHandler } from '#host/create-handler.ts';
import { createHost } from '#host/create-host.ts';
import { createGuard } from '#host/guard.ts';
import { HostError } from '#host/base/problem.ts';
import { TEST_TOKEN, createHostBench, createMemorySecrets, pageHeaders } from '#test/fakes/host-deps.ts';
import { listen } from '../../electron/serve/listen.ts';
import { createNodeMount } from '../../electron/serve/node-mount.ts';

vi.mock(import('node:crypto'), async (original) => {
  const real = await original();
  return { ...real, timingSafeEqual: vi.fn<typeof timingSafeEqual>(real.timingSafeEqual) };
});

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** `guarded: false` is the host without its guard, which only this test ever builds. */
async function start(guarded: boolean): Promise<number> {
  const bench = createHostBench({ secrets: createMemorySecrets({ openai: 'sk-LEAK-sk-LEAK-sk-LEAK' }) });
  const { promise: ready, resolve } = Promise.withResolvers<{ fetch(request: Request): Promise<Response> }>();
  const server = createNodeMount({ fetch: async (one) => (await ready).fetch(one) });
  const port = await listen(server, 0);
  const deps = { ...bench.deps, origin: `http://127.0.0.1:${port}` };
  resolve(guarded ? createHost(deps) : { fetch: createHandler(deps).handle });
  closers.push(() => {
    server.close();
    server.closeAllConnections();
    bench.dispose();
  });
  return port;
}

function ask(port: number, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const one = request({ host: '127.0.0.1', port, path: '/api/vendors', headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    one.on('error', reject).end();
  });
}

function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('a name that was rebound to this machine', () => {
  const names = [
    'evil.test',
    'evil.test:PORT',
    'localhost:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.1.evil.test:PORT',
    '[::1]:PORT',
  ];

  test.for(names)('Host: %s gets nothing, even with token and header', async (name) => {
    const port = await start(true);
    const { status, text } = await ask(port, pageHeaders({ host: name.replace('PORT', String(port)) }));
    expect(status).toBe(421);
    expect(text).not.toContain('anthropic');
  });

  test('negative control: without the guard the same request leaks', async () => {
    const port = await start(false);
    const { status, text } = await ask(port, { host: `evil.test:${port}` });
    expect(status).toBe(200);
    expect(text).toContain('"last4":"LEAK"');
  });

  test('negative control: without the guard a call needs neither header nor token', async () => {
    const port = await start(false);
    expect((await ask(port, {})).status).toBe(200);
    const guarded = await start(true);
    expect((await ask(guarded, {})).status).toBe(403);
  });
});

describe('raw requests', () => {
  test.for([
    ['no Host', 'GET /api/ping HTTP/1.1\r\nconnection: close\r\n\r\n', '400'],
    ['no Host, HTTP/1.0', 'GET /api/ping HTTP/1.0\r\n\r\n', '400'],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nhost: evil.test\r\nconnection: close\r\n\r\n', '421'],
    [
      'another host in the target',
      'GET http://evil.test/ HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nconnection: close\r\n\r\n',
      '421',
    ],
    [
      'this host in the target, another named',
      'GET http://127.0.0.1:PORT/ HTTP/1.1\r\nhost: evil.test\r\nconnection: close\r\n\r\n',
      '421',
    ],
    [
      'a user name in the target',
      'GET http://u:p@127.0.0.1:PORT/ HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nconnection: close\r\n\r\n',
      '421',
    ],
    ['a backslash', 'GET /..\\outside.txt HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nconnection: close\r\n\r\n', '400'],
    ['no request at all', 'nonsense\r\n\r\n', '400'],
  ])('%s', async ([, text = '', status]) => {
    const port = await start(true);
    const answer = await sendRaw(port, text.replaceAll('PORT', String(port)));
    expect(answer.split(' ')[1]).toBe(status);
    expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'");
  });
});

describe('service workers', () => {
  test('no script is given to one, from whatever address', async () => {
    const port = await start(true);
    for (const path of ['/theme-boot.js', '/assets/main-AbCd1234.js', '/']) {
      const answer = await sendRaw(
        port,
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nservice-worker: script\r\nconnection: close\r\n\r\n`,
      );
      expect(answer.split(' ')[1]).toBe('403');
    }
  });
});

describe('cookies of other ports', () => {
  const withCookies = (port: number, count: number) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const cookie = Array.from({ length: count }, (_one, index) => `c${index}=${'x'.repeat(4000)}`).join('; ');
      const one = request({ host: '127.0.0.1', port, path: '/', headers: { cookie }, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      one.on('error', reject).end();
    });

  test('as many as a browser keeps for a host switch nothing off', async () => {
    expect((await withCookies(await start(true), 180)).status).toBe(200);
  });

  test('more are refused in words, in both languages', async () => {
    const { status, text } = await withCookies(await start(true), 300);
    expect(status).toBe(431);
    expect(text).toMatch(/Clear the cookies of 127\.0\.0\.1[^]*쿠키/);
  });
});

describe('token', () => {
  const guard = createGuard({ origin: 'app://ui', token: TEST_TOKEN });
  const tryToken = (token: string) => () =>
    guard(new Request('app://ui/api/ping', { headers: pageHeaders({ 'x-baton-token': token }) }));

  test('is compared in constant time: digests of one length, whatever was sent', () => {
    for (const given of ['', 'x', TEST_TOKEN.slice(0, -1), `${TEST_TOKEN}${'y'.repeat(500)}`])
      expect(tryToken(given)).toThrow(HostError);
    expect(tryToken(TEST_TOKEN)).not.toThrow();
    const calls = vi.mocked(timingSafeEqual).mock.calls;
    expect(calls.length).toBeGreaterThanOrEqual(5);
    for (const [given, expected] of calls) expect([given.byteLength, expected.byteLength]).toEqual([32, 32]);
  });
});

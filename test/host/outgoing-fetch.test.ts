import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect, createServer as createTcpServer } from 'node:net';
import {
  brotliCompressSync,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCallVendor } from '#host/base/call-vendor.ts';
import { VENDOR_ROWS } from '#host/base/vendor-table.ts';
import { createOutgoingFetch, USUAL_WAY } from '#host/base/outgoing-fetch.ts';
import { BROKEN, sleep, until } from './conformance/context.ts';

const servers: Server[] = [];
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);

beforeEach(() => void process.on('uncaughtException', note).on('unhandledRejection', note));
afterEach(async () => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  await sleep(20);
  process.off('uncaughtException', note).off('unhandledRejection', note);
  if (uncaught.length > 0) throw new Error('an error that nobody caught', { cause: uncaught.splice(0) });
});

async function serve(listener: RequestListener): Promise<{ origin: string; port: number; server: Server }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, server };
}

const fetchAnywhere = createOutgoingFetch({});
const fetchOut = (request: Request) => fetchAnywhere(request, 'loopback');

describe('a request', () => {
  test('goes out as it is: method, headers, body with its length; status and headers come back', async () => {
    const seen: { method: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];
    const { origin } = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      seen.push({ method: request.method, headers: request.headers, body });
      response.writeHead(418, { 'x-a': ['1', '2'], 'content-type': 'text/plain; charset=utf-8' }).end('차 한 잔');
    });
    const response = await fetchOut(
      new Request(`${origin}/p?q=1`, { method: 'POST', headers: { 'x-b': 'c' }, body: 'körper' }),
    );
    expect(response.status).toBe(418);
    expect(response.headers.get('x-a')).toBe('1, 2');
    expect(await response.text()).toBe('차 한 잔');
    expect(seen).toMatchObject([{ method: 'POST', body: 'körper', headers: { 'x-b': 'c', 'content-length': '7' } }]);
    expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('user-agent');
  });

  test.for([204, 304])('status %i has no body', async (status) => {
    const { origin } = await serve((_request, response) => response.writeHead(status).end());
    const response = await fetchOut(new Request(origin));
    expect([response.status, response.body]).toEqual([status, null]);
  });

  test('a status that no standard knows is said, and its connection ends', async () => {
    const closed = Promise.withResolvers<void>();
    const { origin } = await serve((request, response) => {
      request.socket.on('close', () => closed.resolve());
      response.writeHead(999).end('no robots');
    });
    await expect(fetchOut(new Request(origin))).rejects.toMatchObject({
      code: 'upstream_unreachable',
      message: expect.stringContaining('999') as string,
    });
    await closed.promise;
  });

  test('an answer without content has none, even if it names a coding', async () => {
    const { origin } = await serve((_request, response) =>
      response.writeHead(201, { 'content-length': '0', 'content-encoding': 'gzip' }).end(),
    );
    expect(await (await fetchOut(new Request(origin))).text()).toBe('');
  });

  test('is sent once, though its answer breaks off on a connection that was used before', async () => {
    let asked = 0;
    const { origin } = await serve((request, response) => {
      asked += 1;
      if (asked === 1) {
        response.end('whole');
        return;
      }
      response.write('half of');
      request.once('end', () => setTimeout(() => request.socket.resetAndDestroy(), 50)).resume();
    });
    const ask = () => fetchOut(new Request(origin, { method: 'POST', body: 'x' }));
    expect(await (await ask()).text()).toBe('whole');
    await expect((await ask()).text()).rejects.toThrow(/aborted|ECONNRESET/);
    await sleep(100);
    expect(asked).toBe(2);
  });

  test('a redirect is an answer like any other', async () => {
    let asked = 0;
    const { origin } = await serve((_request, response) => {
      asked += 1;
      response.writeHead(307, { location: '/again' }).end();
    });
    expect((await fetchOut(new Request(origin, { method: 'POST', body: 'x' }))).status).toBe(307);
    expect(asked).toBe(1);
  });

  const codings: [string, (text: string) => Buffer][] = [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ];
  test.for(codings)('a body in %s is undone; one that is cut is a failure', async ([coding, compress]) => {
    const text = 'data: Baton\n\n'.repeat(20_000);
    const { origin } = await serve((request, response) => {
      const bytes = compress(text);
      const end = request.url === '/cut' ? bytes.length - 6 : bytes.length;
      response.writeHead(200, { 'content-encoding': coding }).end(bytes.subarray(0, end));
    });
    expect((await (await fetchOut(new Request(origin))).text()) === text).toBe(true);
    await expect((await fetchOut(new Request(`${origin}/cut`))).text()).rejects.toThrow(/unexpected end|decompress/i);
  });

  const encoders: [string, () => NodeJS.ReadWriteStream & { flush(): void }][] = [
    ['gzip', createGzip],
    ['br', createBrotliCompress],
    ['zstd', createZstdCompress],
  ];
  test.for(encoders)('events in %s arrive one by one', async ([coding, create]) => {
    const { origin } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding });
      const encoder = create();
      encoder.pipe(response);
      encoder.write('data: one\n\n');
      encoder.flush();
    });
    const reader = (await fetchOut(new Request(origin))).body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('data: one\n\n');
    await reader?.cancel();
  });
});

describe('failures', () => {
  test('nobody listens, no such name: the system’s own code', async () => {
    const { origin, server } = await serve(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    await expect(fetchOut(new Request(origin))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(fetchOut(new Request('http://baton.invalid/'))).rejects.toMatchObject({
      code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    });
  });

  test.for(['plain', 'gzip'])('a %s body that breaks off, before and after the first read', async (coding) => {
    const { origin } = await serve((_request, response) => {
      response.writeHead(200, coding === 'gzip' ? { 'content-encoding': 'gzip' } : {});
      response.write(coding === 'gzip' ? gzipSync('one').subarray(0, 15) : 'one');
      setTimeout(() => response.destroy(), 20);
    });
    const early = await fetchOut(new Request(origin));
    await sleep(60);
    await expect(early.text()).rejects.toThrow(/abort|premature|ECONNRESET/i);
    await expect((await fetchOut(new Request(origin))).text()).rejects.toThrow(/abort|premature|ECONNRESET/i);
  });

  test('a connection the server has closed meanwhile is opened again, once', async () => {
    let answered = 0;
    let reset = 0;
    const { origin, server } = await serve((request, response) => {
      if (answered === 1 && reset === 0) {
        reset += 1;
        request.socket.resetAndDestroy();
        return;
      }
      answered += 1;
      response.end(`answer ${answered}`);
    });
    let connections = 0;
    server.on('connection', () => (connections += 1));
    expect(await (await fetchOut(new Request(origin, { method: 'POST', body: '1' }))).text()).toBe('answer 1');
    await sleep(20);
    const again = await fetchOut(new Request(origin, { method: 'POST', body: '2' }));
    expect(await again.text()).toBe('answer 2');
    expect([reset, connections]).toEqual([1, 2]);

    let asked = 0;
    const { origin: refusing } = await serve((request) => {
      asked += 1;
      request.socket.resetAndDestroy();
    });
    await expect(fetchOut(new Request(refusing))).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(asked).toBe(1);
  });
});

describe('abort', () => {
  const start = async () => {
    const closed = Promise.withResolvers<true>();
    let answer: ServerResponse | null = null;
    const { origin } = await serve((_request, response) => {
      answer = response;
      response.on('close', () => closed.resolve(true));
    });
    const abort = new AbortController();
    const waiting = fetchOut(new Request(origin, { signal: abort.signal }));
    await until(() => answer !== null, 'the server is asked');
    return { abort, waiting, answer: answer as ServerResponse | null, closed: closed.promise };
  };

  test('before headers', async () => {
    const { abort, waiting, closed } = await start();
    abort.abort();
    await expect(waiting).rejects.toThrow(BROKEN);
    expect(await closed).toBe(true);
  });

  test('mid-stream, by signal and by cancel, read and unread', async () => {
    for (const [how, read] of [
      ['signal', true],
      ['signal', false],
      ['cancel', true],
      ['cancel', false],
    ] as const) {
      const { abort, waiting, answer, closed } = await start();
      answer?.write('one');
      const reader = (await waiting).body?.getReader();
      if (read) await reader?.read();
      if (how === 'signal') abort.abort();
      else await reader?.cancel();
      expect(await closed).toBe(true);
    }
  });

  test('before it begins', async () => {
    await expect(fetchOut(new Request('http://127.0.0.1:1', { signal: AbortSignal.abort() }))).rejects.toThrow(BROKEN);
  });
});

describe('proxy of the environment', () => {
  test('is used for vendors, in plain and through a tunnel, and not for this machine', async () => {
    const seen: string[] = [];
    const target = await serve((_request, response) => response.end('target'));
    const proxy = await serve((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.end('from the proxy');
    });
    proxy.server.on('connect', (request, socket) => {
      seen.push(`${request.method} ${request.url}`);
      const out = connect(target.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      socket.on('error', () => out.destroy()).pipe(out);
      out.on('error', () => socket.destroy()).pipe(socket);
    });
    const fetchBy = createOutgoingFetch({
      HTTP_PROXY: proxy.origin,
      HTTPS_PROXY: proxy.origin,
      NO_PROXY: 'direct.invalid',
    });
    const through = (request: Request) => fetchBy(request, 'loopback');
    expect(await (await through(new Request(target.origin))).text()).toBe('target');
    await expect(through(new Request('http://direct.invalid/'))).rejects.toMatchObject({ syscall: 'getaddrinfo' });
    expect(seen).toEqual([]);
    expect(await (await through(new Request('http://vendor.invalid/v1/models'))).text()).toBe('from the proxy');
    // The tunnel leads to a server that doesn't speak TLS: the handshake fails, but the proxy received the request.
    await expect(through(new Request('https://vendor.invalid/v1/models'))).rejects.toThrow(
      /SSL|TLS|wrong version|packet/i,
    );
    expect(seen).toEqual(['GET http://vendor.invalid/v1/models', 'CONNECT vendor.invalid:443']);
  });
});

describe('how deep a request may lead', () => {
  const within = (table: Record<string, string[]>, env = {}) =>
    createOutgoingFetch(env, (name, done) =>
      done(
        null,
        (table[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );

  test('is held against the very addresses that it would connect to, every one of them', async () => {
    const { port, server } = await serve((_request, response) => response.end('inside'));
    let connections = 0;
    server.on('connection', () => connections++);
    const fetchWithin = within({
      'here.test': ['127.0.0.1'],
      'both.test': ['127.0.0.1', '93.184.216.34'],
      'mapped.test': ['::ffff:127.0.0.1'],
      'cloud.test': ['169.254.169.254'],
    });
    const ask = async (name: string, reach: 'public' | 'private' | 'loopback') =>
      fetchWithin(new Request(`http://${name}:${port}/`), reach).then((response) => response.text());
    for (const name of ['here.test', 'both.test', 'mapped.test', 'cloud.test'])
      for (const reach of ['public', 'private'] as const) await expect(ask(name, reach)).rejects.toThrow(/own network/);
    await expect(ask('cloud.test', 'loopback')).rejects.toThrow(/own network/);
    expect(connections).toBe(0);
    expect(await ask('here.test', 'loopback')).toBe('inside');
    // The open connection isn't reused for a request that may not go there.
    await expect(ask('here.test', 'public')).rejects.toThrow(/own network/);
    expect(connections).toBe(1);
  });

  test('holds for vendors: a key never goes where cloud machines keep their own', async () => {
    const [row] = VENDOR_ROWS;
    if (!row) throw new Error('no vendor');
    const call = createCallVendor({ fetch: within({ 'api.anthropic.com': ['169.254.169.254'] }) }, null);
    const asking = { method: 'GET', url: new URL(row.baseUrl), headers: new Headers(), key: 'k' };
    await expect(call(row, { ...asking, signal: new AbortController().signal })).rejects.toThrow(/own network/);
  });

  test('does not concern the proxy that the user chose', async () => {
    const { port, server } = await serve((request, response) => response.end(`proxied ${request.url ?? ''}`));
    const tunnels: string[] = [];
    server.on('connect', (request: IncomingMessage, socket: Socket) => {
      tunnels.push(request.url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    const proxy = `http://localhost:${port}`;
    const fetchWithin = within({}, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy });
    const response = await fetchWithin(new Request('http://far.test/x'), 'public');
    expect(await response.text()).toBe('proxied http://far.test/x');
    await expect(fetchWithin(new Request('https://far.test/x'), 'public')).rejects.toThrow(/502|tunnel/i);
    expect(tunnels).toEqual(['far.test:443']);
  });
});

describe.each(['http', 'socks5'])('a proxy (%s) that never answers', (scheme) => {
  /** Resolves when the proxy was asked. */
  async function ask(signal: AbortSignal) {
    const asked = Promise.withResolvers<void>();
    const proxy = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      asked.resolve();
    });
    proxy.unref();
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = `${scheme}://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const out = createOutgoingFetch({}, undefined, () => ({ ...USUAL_WAY, proxy: address }));
    const outcome = out(new Request('https://vendor.test/', { signal }), 'public').then(
      () => 'answered',
      (error: unknown) => error,
    );
    await asked.promise;
    return { outcome };
  }

  test('holds up nobody who stops the request', async () => {
    const stop = new AbortController();
    const { outcome } = await ask(stop.signal);
    stop.abort(new Error('stopped'));
    expect(await outcome).toBe(stop.signal.reason);
  });

  test('is given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { outcome } = await ask(new AbortController().signal);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await outcome).toMatchObject({
        code: 'upstream_unreachable',
        message: expect.stringContaining('ETIMEDOUT') as string,
      });
    } finally {
      vi.useRealTimers();
    }
  });
});

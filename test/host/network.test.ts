import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { NetworkState, type PutNetwork } from '#contract/network.ts';
import { createCallVendor } from '#host/base/call-vendor.ts';
import { VENDOR_ROWS } from '#host/base/vendor-table.ts';
import { createHost } from '#host/create-host.ts';
import { createNetwork, type NetworkDeps } from '#host/network/create-network.ts';
import { readProxyAddress, readSystemProxy } from '#host/network/proxy-address.ts';
import { readAuthorities } from '#host/network/read-authorities.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { createHostBench, createMemorySecrets, type HostBench, pageHeaders } from '#test/fakes/host-deps.ts';
import { openTestWindow } from '#test/fakes/host-window.ts';

const pem = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url), 'utf8');
const AUTHORITY = pem('authority');

const servers: Server[] = [];
const benches: HostBench[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  for (const bench of benches.splice(0)) bench.dispose();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A server with a certificate of the authority in `fixtures/tls`. */
const tlsServer = () =>
  listen(
    createTlsServer({ cert: pem('server'), key: pem('server-key') }, (_request, response) => response.end('vendor')),
  );

/** A proxy that tunnels to `port` whatever it is asked for, and wants this user and password if given. */
async function openProxy(port: number, sign?: string) {
  const seen: string[] = [];
  const knows = ({ headers }: IncomingMessage) =>
    sign === undefined || headers['proxy-authorization'] === `Basic ${Buffer.from(sign).toString('base64')}`;
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(knows(request) ? 200 : 407).end('from the proxy');
  });
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`);
    socket.on('error', () => undefined);
    if (!knows(request)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const out = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    socket.on('error', () => out.destroy()).pipe(out);
    out.on('error', () => socket.destroy()).pipe(socket);
  });
  return { seen, address: `http://127.0.0.1:${await listen(server)}` };
}

const DIRECT: PutNetwork = { proxy: 'none', address: null, except: [], user: null, systemAuthorities: false };

function open(more: Partial<NetworkDeps> = {}) {
  const bench = createHostBench();
  benches.push(bench);
  const clock = new FakeClock();
  const secrets = createMemorySecrets();
  const network = createNetwork({
    home: bench.home,
    env: {},
    secrets,
    clock,
    resolveName: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    ...more,
  });
  const get = async (url: string) => (await network.fetch(new Request(url), 'loopback')).text();
  return { bench, clock, secrets, network, get };
}

describe('a proxy of one’s own', () => {
  it('is used with its sign-in, for everything but this computer and the exceptions', async () => {
    const port = await tlsServer();
    const proxy = await openProxy(port, 'me@work:pass:word/1');
    const plain = await listen(createServer((_request, response) => response.end('direct')));
    const { network, get, bench, secrets } = open();
    await network.addAuthority(AUTHORITY);
    const state = await network.put({
      ...DIRECT,
      proxy: 'manual',
      address: `${proxy.address}/`,
      user: 'me@work',
      password: 'pass:word/1',
      except: ['near.test'],
    });
    expect(state).toMatchObject({ address: proxy.address, user: 'me@work', hasPassword: true });
    expect(await get('https://vendor.test/v1')).toBe('vendor');
    expect(await get('http://far.test/x')).toBe('from the proxy');
    expect(await get(`http://127.0.0.1:${plain}/`)).toBe('direct');
    expect(await get(`http://near.test:${plain}/`)).toBe('direct');
    expect(proxy.seen).toEqual(['CONNECT vendor.test:443', 'GET http://far.test/x']);
    expect(JSON.stringify([bench.readHome(), state])).not.toContain('pass:word');
    expect(await secrets.get('network:proxy')).toBe('pass:word/1');
  });

  it('keeps the password for its own user and address, and for no others', async () => {
    const { network, secrets } = open();
    const own = { ...DIRECT, proxy: 'manual' as const, address: 'http://a.test:1', user: 'me' };
    await network.put({ ...own, password: 'secret' });
    expect((await network.put({ ...own, except: ['x.test'] })).hasPassword).toBe(true);
    expect((await network.put({ ...own, proxy: 'none' })).hasPassword).toBe(true);
    expect((await network.put({ ...own, address: 'http://evil.test:1' })).hasPassword).toBe(false);
    await network.put({ ...own, password: 'secret' });
    expect((await network.put({ ...own, user: 'you' })).hasPassword).toBe(false);
    expect(await secrets.get('network:proxy')).toBeNull();
  });

  it('that refuses or is not there is told apart from the vendor', async () => {
    const [row] = VENDOR_ROWS;
    if (!row) throw new Error('no vendor');
    const { network } = open();
    const reason = async (address: string) => {
      await network.put({ ...DIRECT, proxy: 'manual', address });
      const url = new URL(row.baseUrl);
      const call = { method: 'GET', url, headers: new Headers(), key: null, signal: new AbortController().signal };
      return createCallVendor(network, null)(row, call).then(
        () => '',
        (error: unknown) => String(error),
      );
    };
    const proxy = await openProxy(1, 'me:right');
    expect(await reason(proxy.address)).toMatch(/proxy 127\.0\.0\.1:\d+ asks for a user name/);
    expect(await reason('http://127.0.0.1:1')).toMatch(/proxy 127\.0\.0\.1:1 didn’t respond \(ECONNREFUSED\)/);
  });

  it.each([
    ['proxy.example.com:8080', 'http://proxy.example.com:8080'],
    ['https://proxy.example.com', 'https://proxy.example.com'],
  ])('may be written %s', (text, address) => {
    expect(readProxyAddress(text)).toBe(address);
  });

  it.each(['socks4://a.test:1', 'http://me:pass@a.test', 'ftp://a.test', 'http://', 'http://a.test/path', 'a b'])(
    'is not %s',
    (text) => {
      expect(() => readProxyAddress(text)).toThrow(/SOCKS|http:\/\/host:port|own fields/);
    },
  );
});

describe('the proxy of the system', () => {
  it('is asked once per server, which a PAC script may tell apart', async () => {
    const proxy = await openProxy(1);
    const plain = await listen(createServer((_request, response) => response.end('direct')));
    const asked: string[] = [];
    const { get, network, clock } = open({
      async resolveProxy(url) {
        asked.push(url);
        return url.includes('far') ? `PROXY ${new URL(proxy.address).host}; DIRECT` : 'DIRECT';
      },
    });
    expect(await get('http://far.test/1')).toBe('from the proxy');
    expect(await get('http://far.test/2')).toBe('from the proxy');
    expect(await get(`http://near.test:${plain}/`)).toBe('direct');
    expect(await get(`http://127.0.0.1:${plain}/`)).toBe('direct');
    expect(asked).toEqual(['http://far.test/', `http://near.test:${plain}/`]);
    await clock.advance(5 * 60_000);
    await get('http://far.test/3');
    expect(asked).toHaveLength(3);
    await network.put(DIRECT);
    await expect(get('http://far.test/4')).rejects.toThrow('ECONNREFUSED');
  });

  it('gives way to that of the environment', async () => {
    const proxy = await openProxy(1);
    const { get, network } = open({
      env: { HTTP_PROXY: proxy.address.replace('http://', 'http://me:word@') },
      resolveProxy: async () => 'DIRECT',
    });
    expect(await get('http://far.test/')).toBe('from the proxy');
    const { system } = await network.state();
    expect(system).toEqual({ by: 'environment', proxy: proxy.address });
  });

  it.each([
    ['DIRECT', null],
    ['PROXY a.test:8080', 'http://a.test:8080'],
    ['SOCKS s.test:1080; PROXY a.test:8080', 'http://a.test:8080'],
    ['HTTPS a.test:443; DIRECT', 'https://a.test'],
    ['', null],
    ['nonsense', null],
  ])('reads %j', (answer, proxy) => {
    expect(readSystemProxy(answer)).toBe(proxy);
  });

  it('says so where only SOCKS 4 leads out', async () => {
    expect(() => readSystemProxy('SOCKS s.test:1080')).toThrow('SOCKS 4');
    const { network } = open({ resolveProxy: async () => 'SOCKS s.test:1080' });
    expect((await network.state()).system).toEqual({ by: 'system', proxy: 'SOCKS 4' });
  });
});

describe('certificate authorities', () => {
  it('are trusted from when they are added until they are removed', async () => {
    const port = await tlsServer();
    const { network, get } = open();
    const url = `https://vendor.test:${port}/`;
    await expect(get(url)).rejects.toThrow(/self.signed|unable to verify/i);
    const { authorities } = await network.addAuthority(`Bag attributes\n${AUTHORITY}\n${AUTHORITY}`);
    const [added] = authorities;
    expect(authorities).toHaveLength(1);
    expect(added).toMatchObject({ name: 'Example Company Test Authority' });
    expect(await get(url)).toBe('vendor');
    // Another name than the certificate's is refused as ever.
    await expect(get(`https://other.test:${port}/`)).rejects.toThrow(/altnames/);
    await network.removeAuthority(added?.fingerprint ?? '');
    // The open connection isn't used any longer.
    await expect(get(url)).rejects.toThrow(/self.signed|unable to verify/i);
  });

  it('of the system are added to those of Node, not put in their place', async () => {
    const port = await tlsServer();
    const { network, get } = open();
    await network.put({ ...DIRECT, systemAuthorities: true });
    await network.addAuthority(AUTHORITY);
    expect(await get(`https://vendor.test:${port}/`)).toBe('vendor');
  });

  it.each([
    ['nothing', 'hello', /no certificate/],
    ['a certificate of a server', pem('server'), /no authority/],
    ['a damaged one', AUTHORITY.replace(/\n[A-Za-z0-9+/]{20}/, '\nAAAAAAAAAAAAAAAAAAAA'), /no certificate/],
  ])('%s is refused', (_what, text, why) => {
    expect(() => readAuthorities(text, Date.now())).toThrow(why);
  });

  it('that has ended is refused', () => {
    expect(() => readAuthorities(AUTHORITY, Date.UTC(2300, 0))).toThrow(/has expired/);
  });
});

describe('the settings', () => {
  it('a damaged file changes nothing, is said, and is kept when they are set again', async () => {
    const { network, bench } = open();
    writeFileSync(join(bench.home, 'network.json'), '{"version":1,"proxy":"manual"}');
    expect(await network.state()).toMatchObject({ damaged: true, proxy: 'system' });
    expect(await network.put(DIRECT)).toMatchObject({ damaged: false, proxy: 'none' });
    expect(readdirSync(bench.home).filter((name) => name.startsWith('network.json'))).toHaveLength(2);
  });

  it('are changed by a gesture of the user alone', async () => {
    const bench = createHostBench();
    benches.push(bench);
    const network = createNetwork({ ...bench.deps, env: {}, secrets: createMemorySecrets() });
    const host = createHost({ ...bench.deps, network, fetch: network.fetch });
    const call = (path: string, method: string, json: unknown, more: Record<string, string> = {}) =>
      host.fetch(
        new Request(`app://ui/api/network${path}`, {
          method,
          headers: pageHeaders({ 'content-type': 'application/json', ...more }),
          body: JSON.stringify(json),
        }),
      );
    const window = await openTestWindow(async (path, init) =>
      host.fetch(new Request(`app://ui${path}`, { ...init, headers: pageHeaders() })),
    );
    expect((await call('', 'PUT', DIRECT)).status).toBe(403);
    expect((await call('/authorities', 'POST', { pem: AUTHORITY })).status).toBe(403);
    const answer = await call('', 'PUT', DIRECT, window.approving());
    expect(NetworkState.parse(await answer.json())).toMatchObject({ proxy: 'none', authorities: [] });
    await host.close();
  });
});

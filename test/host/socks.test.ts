import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { PutNetwork } from '#contract/network.ts';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { isExcepted } from '#host/base/proxy-exceptions.ts';
import { createNetwork, type NetworkDeps } from '#host/network/create-network.ts';
import { readProxyAddress, readSystemProxy, withCredentials } from '#host/network/proxy-address.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { createHostBench, createMemorySecrets, type HostBench } from '#test/fakes/host-deps.ts';

const pem = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url), 'utf8');

const closing: (() => void)[] = [];
const benches: HostBench[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  for (const bench of benches.splice(0)) bench.dispose();
});

async function listen(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => open.add(socket.on('error', () => undefined)));
  closing.push(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
const tlsServer = () =>
  listen(
    createTlsServer({ cert: pem('server'), key: pem('server-key') }, (_request, response) => response.end('vendor')),
  );
const plainServer = (text: string) => listen(createServer((_request, response) => response.end(text)));

/** A SOCKS 5 proxy that leads to `port`, whatever it is asked for. It speaks in pieces of a few bytes. */
async function openSocks(port: number, { sign, reply = 0 }: { sign?: string; reply?: number } = {}) {
  const seen: string[] = [];
  const slowly = (socket: Socket, bytes: number[]) => {
    for (const byte of bytes) socket.write(Buffer.from([byte]));
  };
  const server = createTcpServer((socket) => {
    socket.setNoDelay(true);
    let step: 'methods' | 'password' | 'request' | 'open' = 'methods';
    const onData = (data: Buffer) => {
      if (step === 'methods') {
        const offered = [...data.subarray(2)];
        const method = sign === undefined ? 0 : 2;
        seen.push(`methods ${offered.join(',')}`);
        slowly(socket, [5, offered.includes(method) ? method : 0xff]);
        step = method === 2 ? 'password' : 'request';
      } else if (step === 'password') {
        const userLength = data[1] ?? 0;
        const user = data.subarray(2, 2 + userLength).toString();
        const given = `${user}:${data.subarray(3 + userLength).toString()}`;
        slowly(socket, [1, given === sign ? 0 : 1]);
        step = 'request';
      } else if (step === 'request') {
        const kind = data[3];
        const host =
          kind === 3
            ? data.subarray(5, 5 + (data[4] ?? 0)).toString()
            : kind === 1
              ? [...data.subarray(4, 8)].join('.')
              : data.subarray(4, 20).toString('hex');
        seen.push(`${kind === 3 ? 'name' : 'address'} ${host}:${data.readUInt16BE(data.length - 2)}`);
        slowly(socket, [5, reply, 0, 3, 4, 110, 111, 110, 101, 0, 0]);
        if (reply !== 0) return;
        step = 'open';
        socket.off('data', onData);
        const out = connect(port, '127.0.0.1');
        socket.pipe(out).on('error', () => socket.destroy());
        out.pipe(socket);
      }
    };
    socket.on('data', onData);
  });
  return { seen, address: `socks5://127.0.0.1:${await listen(server)}` };
}

const MANUAL: PutNetwork = { proxy: 'manual', address: null, except: [], user: null, systemAuthorities: false };

function open(more: Partial<NetworkDeps> = {}) {
  const bench = createHostBench();
  benches.push(bench);
  const names: string[] = [];
  const network = createNetwork({
    home: bench.home,
    env: {},
    secrets: createMemorySecrets(),
    clock: new FakeClock(),
    resolveName(name, done) {
      names.push(name);
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    },
    ...more,
  });
  const get = async (url: string) => (await network.fetch(new Request(url), 'public')).text();
  return { network, get, names, bench };
}

describe('a SOCKS proxy', () => {
  it('leads to the server with its sign-in, and resolves the names', async () => {
    const proxy = await openSocks(await plainServer('far'), { sign: 'me@work:pass:wörd/1' });
    const near = await plainServer('near');
    const { network, get, names, bench } = open();
    const put = { ...MANUAL, address: proxy.address, user: 'me@work', password: 'pass:wörd/1' };
    const state = await network.put({ ...put, except: ['near.test'] });
    expect(state).toMatchObject({ address: proxy.address, user: 'me@work', hasPassword: true });
    expect(await get('http://vendor.test/v1')).toBe('far');
    expect(await get('http://vendor.test:8080/v1')).toBe('far');
    expect(proxy.seen).toEqual(['methods 0,2', 'name vendor.test:80', 'methods 0,2', 'name vendor.test:8080']);
    expect(names).toEqual([]);
    // This computer and the exceptions are reached directly.
    expect(await (await network.fetch(new Request(`http://127.0.0.1:${near}/`), 'loopback')).text()).toBe('near');
    expect(await (await network.fetch(new Request(`http://near.test:${near}/`), 'loopback')).text()).toBe('near');
    expect(proxy.seen).toHaveLength(4);
    expect(JSON.stringify([bench.readHome(), state])).not.toContain('wörd');
  });

  it('sees TLS from here to the server alone, whose certificate is checked as without it', async () => {
    const proxy = await openSocks(await tlsServer());
    const { network, get } = open();
    await network.put({ ...MANUAL, address: proxy.address });
    await expect(get('https://vendor.test/v1')).rejects.toThrow(/self.signed|unable to verify/i);
    const { authorities } = await network.addAuthority(pem('authority'));
    expect(await get('https://vendor.test/v1')).toBe('vendor');
    await expect(get('https://other.test/v1')).rejects.toThrow(/altnames/);
    await network.removeAuthority(authorities[0]?.fingerprint ?? '');
    await expect(get('https://vendor.test/v1')).rejects.toThrow(/self.signed|unable to verify/i);
    expect(proxy.seen.filter((line) => line.startsWith('name'))).toContain('name vendor.test:443');
  });

  it('is given addresses as addresses', async () => {
    const proxy = await openSocks(await plainServer('far'));
    const { network, get } = open();
    await network.put({ ...MANUAL, address: proxy.address });
    expect(await get('http://203.0.113.7/')).toBe('far');
    expect(await get('http://[2001:db8::7]/')).toBe('far');
    expect(proxy.seen.filter((line) => line.startsWith('address'))).toEqual([
      'address 203.0.113.7:80',
      'address 20010db8000000000000000000000007:80',
    ]);
  });

  it('keeps a connection open and uses it again', async () => {
    const proxy = await openSocks(await plainServer('far'));
    const { network, get } = open();
    await network.put({ ...MANUAL, address: proxy.address });
    for (let index = 0; index < 3; index++) expect(await get('http://vendor.test/')).toBe('far');
    expect(proxy.seen).toHaveLength(2);
  });

  it.each<[string, { sign?: string; reply?: number }, Partial<PutNetwork>, RegExp]>([
    ['wants a sign-in', { sign: 'me:right' }, {}, /asks for a user name and a password/],
    ['wants another one', { sign: 'me:right' }, { user: 'me', password: 'wrong' }, /asks for a user name/],
    ['refuses', { reply: 5 }, {}, /refused to connect \(status 5\)/],
  ])('that %s says so, and who it is', async (_what, how, put, words) => {
    const proxy = await openSocks(1, how);
    const { network, get } = open();
    await network.put({ ...MANUAL, address: proxy.address, ...put });
    const error = await get('http://vendor.test/').catch((thrown: unknown) => String(thrown));
    expect(error).toMatch(words);
    expect(error).toContain(new URL(proxy.address).host);
    expect(error).not.toContain('wrong');
  });

  it('that isn’t there, or is something else, is told apart from the vendor', async () => {
    const { network, get } = open();
    await network.put({ ...MANUAL, address: 'socks5://127.0.0.1:1' });
    await expect(get('http://vendor.test/')).rejects.toThrow(/127\.0\.0\.1:1 didn’t respond \(ECONNREFUSED\)/);
    const web = await plainServer('a web page');
    await network.put({ ...MANUAL, address: `socks5://127.0.0.1:${web}` });
    await expect(get('http://vendor.test/')).rejects.toThrow(/didn’t respond \(SOCKS: (nonsense|closed)\)/);
    const silent = await listen(createTcpServer((socket) => socket.once('data', () => socket.end())));
    await network.put({ ...MANUAL, address: `socks5://127.0.0.1:${silent}` });
    await expect(get('http://vendor.test/')).rejects.toThrow(/didn’t respond \(SOCKS: closed\)/);
  });

  it('is followed where a PAC script or the environment names one', async () => {
    const proxy = await openSocks(await plainServer('far'));
    const { host } = new URL(proxy.address);
    const { get, network } = open({ resolveProxy: async () => `SOCKS5 ${host}; DIRECT` });
    expect(await get('http://vendor.test/')).toBe('far');
    expect((await network.state()).system).toEqual({ by: 'system', proxy: proxy.address });
    const fetch = createOutgoingFetch({ HTTP_PROXY: proxy.address, NO_PROXY: '.near.test' });
    expect(await (await fetch(new Request('http://vendor.test/'), 'public')).text()).toBe('far');
    expect(proxy.seen.filter((line) => line.startsWith('name'))).toHaveLength(2);
  });
});

describe('its address', () => {
  it.each([
    ['socks5://Proxy.example.com', 'socks5://proxy.example.com:1080'],
    ['socks5h://proxy.example.com:80', 'socks5://proxy.example.com:80'],
    ['SOCKS5://[::1]:9050', 'socks5://[::1]:9050'],
  ])('may be written %s', (text, address) => {
    expect(readProxyAddress(text)).toBe(address);
  });

  it.each([
    ['socks4://a.test:1', /SOCKS 4/],
    ['socks://a.test:1', /SOCKS 4/],
    ['socks5://', /http:\/\/host:port/],
    ['socks5://me:pass@a.test', /own fields/],
    ['socks5://a.test/path', /http:\/\/host:port/],
    ['socks5://a b', /http:\/\/host:port/],
    ['socks5://a%00.test', /http:\/\/host:port/],
    ['socks5://-a.test', /http:\/\/host:port/],
  ])('is not %s', (text, why) => {
    expect(() => readProxyAddress(text)).toThrow(why);
  });

  it('takes the sign-in as any other', () => {
    expect(withCredentials('socks5://a.test:1080', 'me@x', 'p:/1')).toBe('socks5://me%40x:p%3A%2F1@a.test:1080');
  });

  it.each([
    ['SOCKS5 s.test:1080; PROXY a.test:8080', 'socks5://s.test:1080'],
    ['SOCKS s.test:1080; SOCKS5 t.test:1', 'socks5://t.test:1'],
    ['SOCKS5 -bad:1; DIRECT', null],
    ['SOCKS5 a.test:99999; DIRECT', null],
  ])('is read in %j', (answer, proxy) => {
    expect(readSystemProxy(answer)).toBe(proxy);
  });
});

describe('exceptions', () => {
  it.each([
    ['a.test', 'http://a.test/', true],
    ['a.test', 'http://b.a.test/', false],
    ['.a.test', 'http://b.a.test/', true],
    ['*.a.test', 'http://b.a.test/', true],
    ['.a.test', 'http://nota.test/', false],
    ['a.test:8080', 'http://a.test:8080/', true],
    ['a.test:443', 'https://a.test/', true],
    ['a.test:8080', 'http://a.test/', false],
    ['x, A.Test', 'http://a.test/', true],
    ['*', 'http://a.test/', true],
    ['[::1]', 'http://[::1]:5/', true],
    ['::1', 'http://[::1]:5/', true],
    ['[::1]:5', 'http://[::1]:6/', false],
    ['', 'http://a.test/', false],
  ])('%j and %s: %s', (list, url, excepted) => {
    expect(isExcepted(new URL(url), list)).toBe(excepted);
  });
});

import * as http from 'node:http';
import * as https from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/*
 * SOCKS version 5 (RFC 1928) with user name and password (RFC 1929). Names are sent to the proxy as they are, which resolves
 * them; nothing about them is asked of the resolver here.
 */

const VERSION = 5;
const NO_SIGN_IN = 0;
const PASSWORD = 2;
const CONNECT = 1;
const MAX_FIELD = 255;
const CONNECT_MS = 20_000;
const DEFAULT_PORT = 1080;

/** What the proxy itself answered. `signIn`: it wants a user name and password, or others. A number: its reply. */
export class SocksError extends Error {
  override name = 'SocksError';
  readonly fault: 'signIn' | 'closed' | 'nonsense' | number;

  constructor(fault: SocksError['fault']) {
    super(`SOCKS: ${fault}`);
    this.fault = fault;
  }
}

export const isSocks = (proxy: string): boolean => /^socks5h?:/i.test(proxy);

/** Resolves with exactly so many bytes. */
type Take = (count: number) => Promise<Buffer>;

function taking(socket: Socket): Take {
  return (count) =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        socket.off('readable', look).off('end', end).off('close', end).off('error', fail);
        act();
      };
      const look = () => {
        const found = socket.read(count) as Buffer | null;
        if (found) settle(() => (found.length === count ? resolve(found) : reject(new SocksError('closed'))));
      };
      const end = () => settle(() => reject(new SocksError('closed')));
      const fail = (error: Error) => settle(() => reject(error));
      socket.on('readable', look).on('end', end).on('close', end).on('error', fail);
      look();
    });
}

function field(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length === 0 || bytes.length > MAX_FIELD) throw new SocksError('signIn');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function addressOf(host: string): Buffer {
  const kind = isIP(host);
  if (kind === 4) return Buffer.from([1, ...host.split('.').map(Number)]);
  if (kind === 6) {
    // As eight groups of four digits.
    const [head = '', tail] = host.split('::');
    const groups = (part: string) => part.split(':').filter(Boolean);
    const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
    const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail ?? '')];
    return Buffer.from(`04${all.map((group) => group.padStart(4, '0')).join('')}`, 'hex');
  }
  const name = Buffer.from(host);
  if (name.length > MAX_FIELD) throw new SocksError('nonsense');
  return Buffer.concat([Buffer.from([3, name.length]), name]);
}

async function shakeHands(socket: Socket, { username, password }: URL, host: string, port: number): Promise<void> {
  const take = taking(socket);
  const signs = username !== '';
  socket.write(Buffer.from(signs ? [VERSION, 2, NO_SIGN_IN, PASSWORD] : [VERSION, 1, NO_SIGN_IN]));
  const [version, method] = await take(2);
  if (version !== VERSION) throw new SocksError('nonsense');
  if (method === PASSWORD && signs) {
    const sign = [Buffer.from([1]), field(decodeURIComponent(username)), field(decodeURIComponent(password))];
    socket.write(Buffer.concat(sign));
    const [, status] = await take(2);
    if (status !== 0) throw new SocksError('signIn');
  } else if (method !== NO_SIGN_IN) throw new SocksError('signIn');

  const at = Buffer.from([port >> 8, port & MAX_FIELD]);
  socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressOf(host), at]));
  const [again, reply = 1, , kind] = await take(4);
  if (again !== VERSION) throw new SocksError('nonsense');
  if (reply !== 0) throw new SocksError(reply);
  // Where the proxy goes out, which says nothing here, and a port.
  const length = kind === 1 ? 4 : kind === 4 ? 16 : kind === 3 ? ((await take(1))[0] ?? 0) : null;
  if (length === null) throw new SocksError('nonsense');
  await take(length + 2);
}

/** A connection to the server, by the proxy. Rejects with a SocksError where the proxy refuses. */
async function openTunnel(proxy: URL, host: string, port: number): Promise<Socket> {
  const hostname = proxy.hostname.replaceAll(/^\[|\]$/g, '');
  const proxyPort = Number(proxy.port || DEFAULT_PORT);
  const socket = connect({ host: hostname, port: proxyPort });
  const late = setTimeout(
    () =>
      socket.destroy(
        Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT', syscall: 'connect', port: proxyPort }),
      ),
    CONNECT_MS,
  );
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve();
      });
      socket.once('error', reject);
    });
    await shakeHands(socket, proxy, host, port);
    return socket;
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

type Done = (error: Error | null, stream: Duplex) => void;

/** Node's agents know callbacks alone; one with an error has no stream. */
async function pass(opening: Promise<Duplex>, done: Done | undefined): Promise<void> {
  let stream: Duplex;
  try {
    stream = await opening;
  } catch (error) {
    (done as ((error: unknown) => void) | undefined)?.(error);
    return;
  }
  done?.(null, stream);
}

export class SocksHttpAgent extends http.Agent {
  readonly #proxy: URL;

  constructor(proxy: string, options: http.AgentOptions) {
    super(options);
    this.#proxy = new URL(proxy);
  }

  override createConnection({ host, port }: http.ClientRequestArgs, done?: Done): undefined {
    void pass(openTunnel(this.#proxy, host ?? '', Number(port ?? 80)), done);
  }
}

/** TLS is from here to the server, through the proxy, and checks its certificate as without one. */
export class SocksHttpsAgent extends https.Agent {
  readonly #proxy: URL;

  constructor(proxy: string, options: https.AgentOptions) {
    super(options);
    this.#proxy = new URL(proxy);
  }

  override createConnection(options: https.RequestOptions, done?: Done): undefined {
    void pass(this.#open(options), done);
  }

  async #open(options: https.RequestOptions): Promise<Duplex> {
    const socket = await openTunnel(this.#proxy, options.host ?? '', Number(options.port ?? 443));
    const secure = super.createConnection({ ...options, socket } as https.RequestOptions);
    if (!secure) throw new Error('TLS didn’t begin.');
    return secure;
  }
}

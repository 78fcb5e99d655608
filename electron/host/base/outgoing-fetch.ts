import { type LookupAddress, lookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { type Readable, finished } from 'node:stream';
import { hasNullBody } from '#core/null-body.ts';
import { type Network, exceedsReach, networkOf } from './base-url.ts';
import { decoded } from './decode-body.ts';
import type { HostDeps } from './deps.ts';
import { reasonText } from '#core/reasons.ts';
import { HostError } from './problem.ts';
import { isExcepted } from './proxy-exceptions.ts';
import { isSocks, SocksError, SocksHttpAgent, SocksHttpsAgent } from './socks.ts';
import { readBytes } from './read-body.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** How a server is reached. */
export interface WayOut {
  /** The proxy's address, with its credentials; `null`: directly; `undefined`: as the environment says. */
  proxy: string | null | undefined;
  /** Hosts that are reached directly all the same, in the syntax of NO_PROXY. */
  except: string;
  /** Certificate authorities beside Node's own: those of the system, and these (PEM). */
  systemAuthorities: boolean;
  authorities: readonly string[];
}

export const USUAL_WAY: WayOut = { proxy: undefined, except: '', systemAuthorities: false, authorities: [] };

/** Servers on this machine are reached directly, even with a proxy. */
const NEVER_PROXIED = 'localhost,127.0.0.1,[::1]';
const CONNECT_MS = 20_000;
const PROBE_MS = 30_000;
const MOST_POOLS = 24;

function proxyOf(env: Env): http.ProxyEnv {
  const secure = env['HTTPS_PROXY'] ?? env['https_proxy'];
  const plain = env['HTTP_PROXY'] ?? env['http_proxy'];
  const except = env['NO_PROXY'] ?? env['no_proxy'];
  return {
    ...(secure ? { HTTPS_PROXY: secure } : {}),
    ...(plain ? { HTTP_PROXY: plain } : {}),
    NO_PROXY: except ? `${except},${NEVER_PROXIED}` : NEVER_PROXIED,
  };
}

function proxyFor(way: WayOut, env: Env): http.ProxyEnv {
  if (way.proxy === undefined) return proxyOf(env);
  if (way.proxy === null) return {};
  const except = [way.except, NEVER_PROXIED].filter(Boolean).join(',');
  return { HTTPS_PROXY: way.proxy, HTTP_PROXY: way.proxy, NO_PROXY: except };
}

/** Node's own agents know no SOCKS, so its exceptions are decided here. */
function settleSocks(way: WayOut, env: Env, url: URL): WayOut {
  if (way.proxy === null) return way;
  const { HTTPS_PROXY, HTTP_PROXY, NO_PROXY = '' } = proxyFor(way, env);
  const proxy = url.protocol === 'https:' ? HTTPS_PROXY : HTTP_PROXY;
  if (!proxy || !isSocks(proxy)) return way;
  return { ...way, proxy: isExcepted(url, NO_PROXY) ? null : proxy };
}

function authoritiesOf({ systemAuthorities, authorities }: WayOut): { ca?: string[] } {
  if (!systemAuthorities && authorities.length === 0) return {};
  const system = systemAuthorities ? getCACertificates('system') : [];
  return { ca: [...getCACertificates('default'), ...system, ...authorities] };
}

/**
 * Limits the time to connect. Once connected, TCP keep-alive detects a peer that vanished silently. A request that waits
 * for a proxy has no socket yet and reports nothing, not even that it was destroyed (Node 24.21, lib/_http_client.js), so
 * `giveUp` is called for it.
 */
function watchSocket(request: http.ClientRequest, signal: AbortSignal, giveUp: (error: unknown) => void): void {
  const end = (error: Error) => {
    request.destroy(error);
    if (!request.socket) giveUp(error);
  };
  const late = setTimeout(
    () => end(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT', isProxy: !request.socket })),
    CONNECT_MS,
  );
  const abort = () => {
    clearTimeout(late);
    if (!request.socket) giveUp(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  request.once('socket', (socket) => {
    signal.removeEventListener('abort', abort);
    socket.setKeepAlive(true, PROBE_MS);
    if (!socket.connecting) clearTimeout(late);
    else for (const event of ['connect', 'close'] as const) socket.once(event, () => clearTimeout(late));
  });
  request.once('close', () => {
    clearTimeout(late);
    signal.removeEventListener('abort', abort);
  });
}

/** Resolves a name to all its addresses; `addresses` is undefined on an error. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void;

const resolveBySystem: Resolve = (hostname, done) => lookup(hostname, { all: true }, done);

/**
 * Resolves the name for the connection itself and refuses it when any of its addresses is deeper inside than `reach`.
 * Node calls it for servers only, not for a proxy, which the user chose.
 */
function lookupWithin(reach: Network, resolve: Resolve): LookupFunction {
  return (hostname, { all }, done) => {
    resolve(hostname, (error, addresses = []) => {
      const [first] = addresses;
      if (error || !first) done(error ?? new Error(`${hostname} has no address`), '');
      else if (addresses.some(({ address }) => exceedsReach(networkOf(address), reach)))
        done(new HostError('forbidden', `${hostname} leads into your own network.`), '');
      else if (all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** Chunks that arrived together cost less as one, unless copying them would cost more. */
const JOINED_BYTES = 16_384;
const joined = (chunks: Uint8Array[]): Uint8Array[] =>
  chunks.reduce((sum, { byteLength }) => sum + byteLength, 0) <= JOINED_BYTES ? [Buffer.concat(chunks)] : chunks;

/** Reads on demand, and enqueues nothing after a cancel. */
function toStream(source: Readable): ReadableStream<Uint8Array> {
  let over = false;
  let arrived: Uint8Array[] = [];
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const pass = () => {
          const chunks = arrived;
          arrived = [];
          if (over || chunks.length === 0) return;
          source.pause();
          for (const chunk of chunks.length > 1 ? joined(chunks) : chunks) controller.enqueue(chunk);
        };
        source.on('data', (chunk: Uint8Array) => {
          if (arrived.push(chunk) === 1) queueMicrotask(pass);
        });
        finished(source, (error) => {
          pass();
          if (over) return;
          over = true;
          if (error) controller.error(error);
          else controller.close();
        });
        source.pause();
      },
      pull() {
        source.resume();
      },
      cancel() {
        over = true;
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

function toResponse(incoming: http.IncomingMessage, { method, url }: Request): Response {
  const { statusCode: status = 0, rawHeaders } = incoming;
  // Some sites refuse with a number of their own, such as 999, for which there is no Response.
  if (status < 200 || status > 599) {
    incoming.destroy();
    throw new HostError('upstream_unreachable', reasonText('vendor.status', { vendor: new URL(url).host, status }));
  }
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  const empty = method === 'HEAD' || hasNullBody(status);
  if (empty) incoming.resume();
  return new Response(empty ? null : toStream(decoded(incoming)), { status, headers });
}

/** Node's error for a tunnel that was refused says so only in its text (Node 24.21, lib/internal/errors.js). */
const TUNNEL = /HTTP\/1\.\d (\d{3})/;

/** What failed at the proxy itself, in words; any other error as it is. */
function ofProxy(
  error: NodeJS.ErrnoException & { hostname?: string; port?: number; isProxy?: boolean },
  way: WayOut,
): Error {
  if (way.proxy === null || way.proxy === undefined) return error;
  const { host: proxy, hostname, port, protocol } = new URL(way.proxy);
  const { code = '' } = error;
  if (error instanceof SocksError) {
    const { fault } = error;
    const reason =
      fault === 'signIn'
        ? reasonText('proxy.signIn', { proxy })
        : typeof fault === 'number'
          ? reasonText('proxy.refused', { proxy, status: String(fault) })
          : reasonText('proxy.unreachable', { proxy, code: `SOCKS: ${fault}` });
    return new HostError('upstream_unreachable', reason, { cause: error });
  }
  if (code === 'ERR_PROXY_TUNNEL') {
    const status = TUNNEL.exec(error.message)?.[1] ?? '?';
    const reason =
      status === '407' ? reasonText('proxy.signIn', { proxy }) : reasonText('proxy.refused', { proxy, status });
    return new HostError('upstream_unreachable', reason, { cause: error });
  }
  const usual = isSocks(protocol) ? 1080 : protocol === 'https:' ? 443 : 80;
  const isThere =
    error.isProxy === true ||
    error.hostname === hostname ||
    (error.syscall === 'connect' && error.port === Number(port || usual));
  if (!isThere) return error;
  return new HostError('upstream_unreachable', reasonText('proxy.unreachable', { proxy, code }), { cause: error });
}

interface Agents {
  'http:': http.Agent;
  'https:': https.Agent;
}

/**
 * `fetch` for calls to vendors, built on Node's own HTTP client. Unlike the global `fetch`, it waits as long as the
 * model thinks (the global one gives up after five minutes without a byte: a local model reading a long prompt, a slow
 * reasoning model), goes out by the proxy and trusts the authorities that `findWay` names, and follows no redirect. The
 * body is decompressed, as with `fetch`.
 */
export function createOutgoingFetch(
  env: Env,
  resolveName: Resolve = resolveBySystem,
  findWay: (url: URL) => WayOut | Promise<WayOut> = () => USUAL_WAY,
): HostDeps['fetch'] {
  // One pool per reach: a reused connection was checked for one reach and must not serve another. And one per way.
  const pools = new Map<string, Agents>();

  const create = (way: WayOut, keepAlive: boolean): Agents => {
    if (way.proxy && isSocks(way.proxy))
      return {
        'http:': new SocksHttpAgent(way.proxy, { keepAlive }),
        'https:': new SocksHttpsAgent(way.proxy, { keepAlive, ...authoritiesOf(way) }),
      };
    const options = { keepAlive, proxyEnv: proxyFor(way, env) };
    return { 'http:': new http.Agent(options), 'https:': new https.Agent({ ...options, ...authoritiesOf(way) }) };
  };

  function agentsFor(reach: Network, way: WayOut): Agents {
    const key = JSON.stringify([reach, way]);
    const found = pools.get(key) ?? create(way, true);
    // The one used last is the last; what was set before isn't kept for good. Its idle connections end at the server.
    pools.delete(key);
    pools.set(key, found);
    for (const oldest of pools.keys()) {
      if (pools.size <= MOST_POOLS) break;
      pools.delete(oldest);
    }
    return found;
  }

  function send(
    request: Request,
    body: Uint8Array,
    fresh: boolean,
    reach: Network,
    way: WayOut,
  ): Promise<http.IncomingMessage> {
    const url = new URL(request.url);
    const scheme = url.protocol === 'https:' ? 'https:' : 'http:';
    const { method, signal } = request;
    const resolveWithin = lookupWithin(reach, resolveName);
    return new Promise((resolve, reject) => {
      const agent = (fresh ? create(way, false) : agentsFor(reach, way))[scheme];
      const headers = Object.fromEntries(request.headers);
      const options = { method, headers, agent, signal, lookup: resolveWithin };
      const outgoing = (scheme === 'https:' ? https : http).request(url, options);
      watchSocket(outgoing, signal, (error) => reject(error instanceof Error ? ofProxy(error, way) : error));
      let answered = false;
      outgoing.once('response', (incoming) => {
        answered = true;
        resolve(incoming);
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection just as it was reused, so it has not seen the request (Node's
        // documentation). An answer that breaks off reports here too, and its request must not be sent, and paid, twice.
        const stale = outgoing.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted && !answered;
        if (stale && !fresh) resolve(send(request, body, true, reach, way));
        else reject(ofProxy(error, way));
      });
      outgoing.end(body);
    });
  }

  return async (request, reach) => {
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    const way = settleSocks(await findWay(url), env, url);
    request.signal.throwIfAborted();
    return toResponse(await send(request, await readBytes(request, Infinity), false, reach, way), request);
  };
}

import { type LookupAddress, lookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Readable, finished } from 'node:stream';
import { hasNullBody } from '#core/null-body.ts';
import { type Network, exceedsReach, networkOf } from './base-url.ts';
import { decoded } from './decode-body.ts';
import type { HostDeps } from './deps.ts';
import { HostError } from './problem.ts';
import { readBytes } from './read-body.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Servers on this machine are reached directly, even with a proxy. */
const NEVER_PROXIED = 'localhost,127.0.0.1,[::1]';
const CONNECT_MS = 20_000;
const PROBE_MS = 30_000;

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

/** Limits the time to connect. Once connected, TCP keep-alive detects a peer that vanished silently. */
function watchSocket(request: http.ClientRequest): void {
  request.once('socket', (socket) => {
    socket.setKeepAlive(true, PROBE_MS);
    if (!socket.connecting) return;
    const late = setTimeout(
      () => request.destroy(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' })),
      CONNECT_MS,
    );
    for (const event of ['connect', 'close'] as const) socket.once(event, () => clearTimeout(late));
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

function toResponse(incoming: http.IncomingMessage, method: string): Response {
  const { statusCode: status = 0, rawHeaders } = incoming;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  const empty = method === 'HEAD' || hasNullBody(status);
  if (empty) incoming.resume();
  return new Response(empty ? null : toStream(decoded(incoming)), { status, headers });
}

/**
 * `fetch` for calls to vendors, built on Node's own HTTP client. Unlike the global `fetch`, it waits as long as the
 * model thinks (the global one gives up after five minutes without a byte: a local model reading a long prompt, a slow
 * reasoning model), uses the proxy of the environment, and follows no redirect. The body is decompressed, as with
 * `fetch`.
 */
export function createOutgoingFetch(env: Env, resolveName: Resolve = resolveBySystem): HostDeps['fetch'] {
  const options = { keepAlive: true, proxyEnv: proxyOf(env) };
  // One pool per reach: a reused connection was checked for one reach and must not serve another.
  const pools = new Map<Network, { 'http:': http.Agent; 'https:': https.Agent }>();

  function agentsFor(reach: Network) {
    const found = pools.get(reach) ?? { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
    pools.set(reach, found);
    return found;
  }

  function send(request: Request, body: Uint8Array, fresh: boolean, reach: Network): Promise<http.IncomingMessage> {
    const url = new URL(request.url);
    const secure = url.protocol === 'https:';
    const { method, signal } = request;
    const resolveWithin = lookupWithin(reach, resolveName);
    return new Promise((resolve, reject) => {
      const agent = fresh ? false : agentsFor(reach)[secure ? 'https:' : 'http:'];
      const headers = Object.fromEntries(request.headers);
      const outgoing = (secure ? https : http).request(url, { method, headers, agent, signal, lookup: resolveWithin });
      watchSocket(outgoing);
      let answered = false;
      outgoing.once('response', (incoming) => {
        answered = true;
        resolve(incoming);
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection just as it was reused, so it has not seen the request (Node's
        // documentation). An answer that breaks off reports here too, and its request must not be sent, and paid, twice.
        const stale = outgoing.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted && !answered;
        if (stale && !fresh) resolve(send(request, body, true, reach));
        else reject(error);
      });
      outgoing.end(body);
    });
  }

  return async (request, reach) => {
    request.signal.throwIfAborted();
    return toResponse(await send(request, await readBytes(request, Infinity), false, reach), request.method);
  };
}

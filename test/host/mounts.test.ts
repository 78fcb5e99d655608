import { hasNullBody } from '#core/null-body.ts';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { toElectronHandler } from '#host/electron-mount.ts';
import { emulateProtocolHandle } from '#test/fakes/protocol-handle.ts';
import { listen } from '../../electron/serve/listen.ts';
import { createNodeMount } from '../../electron/serve/node-mount.ts';
import { describeHost } from './conformance.ts';
import type { MountKind } from './conformance/context.ts';

const direct: MountKind = {
  name: 'a call in the same process',
  seesEarlyAbort: true,
  keepsNullOrigin: true,
  async open(build) {
    const origin = 'http://127.0.0.1:4127';
    const host = build(origin);
    return {
      origin,
      async fetch(path, { signal, ...init } = {}) {
        const headers = new Headers(init.headers);
        headers.set('host', '127.0.0.1:4127');
        const answer = host.fetch(new Request(origin + path, { ...init, headers, ...(signal ? { signal } : {}) }));
        const response = await answer;
        signal?.throwIfAborted();
        return response;
      },
      close: async () => undefined,
    };
  },
};

/** Node's own client: unlike `fetch`, it sends any header and any path unchanged. */
function send(origin: string, path: string, init: RequestInit = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(origin, {
      path,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.signal ? { signal: init.signal } : {}),
      agent: false,
    });
    request.on('error', reject);
    request.on('response', (incoming) => {
      const { statusCode: status = 0 } = incoming;
      const empty = hasNullBody(status) || init.method === 'HEAD';
      if (empty) incoming.resume();
      const body = empty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
      resolve(
        new Response(body, {
          status,
          headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as [string, string]),
        }),
      );
    });
    request.end(init.body ?? undefined);
  });
}

const node: MountKind = {
  name: 'the Node mount on a real socket',
  seesEarlyAbort: true,
  keepsNullOrigin: true,
  async open(build) {
    const { promise: ready, resolve } = Promise.withResolvers<ReturnType<typeof build>>();
    const server = createNodeMount({ fetch: async (request) => (await ready).fetch(request) });
    const origin = `http://127.0.0.1:${await listen(server, 0)}`;
    resolve(build(origin));
    return {
      origin,
      fetch: (path, init) => send(origin, path, init),
      close: () =>
        new Promise((done) => {
          server.close(() => done());
          server.closeAllConnections();
        }),
    };
  },
};

const electron: MountKind = {
  name: 'an emulation of protocol.handle',
  seesEarlyAbort: false,
  keepsNullOrigin: false,
  async open(build) {
    const origin = 'app://ui';
    const fetchLikePage = emulateProtocolHandle(toElectronHandler(build(origin)));
    return { origin, fetch: (path, init) => fetchLikePage(origin + path, init), close: async () => undefined };
  },
};

for (const kind of [direct, node, electron]) describeHost(kind);

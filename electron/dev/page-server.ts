import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request as ask } from 'node:http';
import { join } from 'node:path';
import { duplexPair, type Duplex, Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { createServer as createVite, createServerModuleRunner } from 'vite';

export interface PageServer {
  /** The page's modules as they are now. Stands where the built page's files stand: after the guard. */
  files: (request: Request) => Promise<Response>;
  /** The socket that tells the page what changed. `origin`: the only one that may open it. */
  upgrade: (origin: string, request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** The one place where development is less strict than what ships: Vite's own scripts and styles carry a nonce. */
  loosen: (policy: string) => string;
  /** Loads a module of the host from its sources, with everything below it, anew. */
  load<Module>(path: string): Promise<Module>;
  close(): Promise<void>;
}

/** Answers without a body, and a Response made with one would be refused. */
const EMPTY = new Set([204, 205, 304]);

function toResponse(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headersDistinct))
    if (name !== 'connection' && name !== 'transfer-encoding') for (const one of value ?? []) headers.append(name, one);
  if (EMPTY.has(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, { status, headers });
}

/**
 * Vite without a port of its own: it gets its requests in memory, from the host that has guarded them.
 * `onHostChange`: a file that `load` has read is another one now.
 */
export async function openPageServer(root: string, onHostChange: (file: string) => void): Promise<PageServer> {
  const nonce = randomBytes(16).toString('base64');
  const inner = createServer();
  const vite = await createVite({
    configFile: join(root, 'vite.config.ts'),
    appType: 'mpa',
    clearScreen: false,
    logLevel: 'warn',
    html: { cspNonce: nonce },
    server: {
      middlewareMode: true,
      // Origins are the guard's business.
      cors: false,
      ws: { server: inner },
      fs: { allow: [root] },
    },
    plugins: [
      {
        name: 'baton:host-change',
        hotUpdate({ file, modules }) {
          if (this.environment.name !== 'ssr') return undefined;
          if (modules.length > 0) onHostChange(file);
          return [];
        },
      },
    ],
  });
  inner.on('request', vite.middlewares);
  const { watcher } = vite;
  watcher.add(join(root, 'electron'));
  let runner = createServerModuleRunner(vite.environments['ssr'], { hmr: false });

  return {
    files({ method, url, headers }) {
      const { pathname, search } = new URL(url);
      // A preload of the page names a font where the build finds it: beside the page's own folder.
      const path = pathname.startsWith('/node_modules/')
        ? `/@fs${pathToFileURL(join(root, pathname)).pathname}`
        : pathname;
      const [near, far] = duplexPair();
      inner.emit('connection', far);
      return new Promise((resolve, reject) => {
        ask(
          { createConnection: () => near, method, path: path + search, headers: Object.fromEntries(headers) },
          (incoming) => resolve(toResponse(incoming)),
        )
          .once('error', reject)
          .end();
      });
    },
    upgrade(origin, request, socket, head) {
      if (request.headers.origin === origin && request.headers.host === new URL(origin).host)
        inner.emit('upgrade', request, socket, head);
      else socket.destroy();
    },
    loosen: (policy) => policy.replaceAll(/\b(script-src|style-src) 'self'/g, `$& 'nonce-${nonce}'`),
    async load<Module>(path: string) {
      const before = runner;
      runner = createServerModuleRunner(vite.environments['ssr'], { hmr: false });
      await before.close();
      return runner.import<Module>(join(root, path));
    },
    async close() {
      await runner.close();
      await vite.close();
    },
  };
}

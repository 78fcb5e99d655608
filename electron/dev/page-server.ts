import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request as ask } from 'node:http';
import { join } from 'node:path';
import { duplexPair, type Duplex, Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { createServer as createVite, createServerModuleRunner } from 'vite';

export interface PageServer {
  /** Serves the page's current modules. Takes the place of the built page's files, so the guard runs before it. */
  files: (request: Request) => Promise<Response>;
  /** The socket that notifies the page of changes. Only `origin` may open it. */
  upgrade: (origin: string, request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** The only place where development is less strict than the product: Vite's own scripts and styles get a nonce. */
  loosen: (policy: string) => string;
  /** Loads a module of the host from its sources anew, with everything it imports. */
  load<Module>(path: string): Promise<Module>;
  close(): Promise<void>;
}

/** For these statuses, a Response with a body would throw. */
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
 * Runs Vite without its own port: it gets its requests in memory, from the host, after the guard. `onHostChange` is
 * called when a file that `load` has read changes.
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
      // The guard checks origins.
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
      // A preload of the page names a font by its path in the build: next to the page's own folder.
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

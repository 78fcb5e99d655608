import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';

/** Browsers try `::1` before `127.0.0.1` for names below `.localhost`, so nobody else may have that one. */
const twins = new WeakMap<Server, NetServer>();
const TRIES = 5;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

async function bind(server: NetServer, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * Listens on both loopback addresses of a port, 0 for any free one. Only this machine may connect. Rejects with
 * `EADDRINUSE` when somebody has the port on either of them.
 */
export async function listen(server: Server, port: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    await bind(server, '127.0.0.1', port);
    const own = (server.address() as AddressInfo).port;
    const twin = createServer((socket) => server.emit('connection', socket));
    try {
      await bind(twin, '::1', own);
      twin.on('error', () => undefined).unref();
      twins.set(server, twin);
      server.once('close', () => twin.close());
      return own;
    } catch (error) {
      // A machine without IPv6: nobody can listen there.
      if (codeOf(error) !== 'EADDRINUSE') return own;
      await new Promise((resolve) => server.close(resolve));
      if (port !== 0 || attempt === TRIES) throw error;
    }
  }
}

/** Answers under way get a moment to end; whatever is open then is closed. */
export async function stopListening(server: Server, graceMs: number): Promise<void> {
  twins.get(server)?.close();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

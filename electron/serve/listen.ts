import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';

/** Browsers try `::1` before `127.0.0.1` for names below `.localhost`, so no other program may listen there. */
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
 * Listens on both loopback addresses of a port, 0 for any free one. Only this machine can connect. Rejects with
 * `EADDRINUSE` when another program uses the port on either address.
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
      // A machine without IPv6: nothing can listen there.
      if (codeOf(error) !== 'EADDRINUSE') return own;
      await new Promise((resolve) => server.close(resolve));
      if (port !== 0 || attempt === TRIES) throw error;
    }
  }
}

const closed = (server: NetServer) => new Promise<void>((resolve) => server.close(() => resolve()));

/** Gives answers in progress a moment to end, then closes every connection, on both addresses. */
export async function stopListening(server: Server, graceMs: number): Promise<void> {
  const twin = twins.get(server);
  // Each waits only for the connections that it accepted itself.
  const ended = Promise.all([closed(server), ...(twin ? [closed(twin)] : [])]);
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await ended;
  clearTimeout(timer);
}

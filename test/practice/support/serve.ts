import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import type { PracticeVendors } from '#practice/create-practice-vendors.ts';

export interface PracticeServer {
  origin: string;
  close(): Promise<void>;
}

/**
 * One practice vendor on a real socket at 127.0.0.1, for clients that don't accept a custom fetch. A connection that
 * the vendor tears is torn here too.
 */
export async function servePractice(vendors: PracticeVendors, host: string): Promise<PracticeServer> {
  const listening = Promise.withResolvers<number>();
  const server = serve(
    {
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request: Request, bindings: object) => {
        const { pathname, search } = new URL(request.url);
        const body = request.method === 'GET' ? {} : { body: await request.arrayBuffer() };
        const { method, headers, signal } = request;
        try {
          return await vendors.fetch(
            new Request(`https://${host}${pathname}${search}`, { method, headers, signal, ...body }),
          );
        } catch {
          (bindings as HttpBindings).outgoing.destroy();
          return new Response(null, { status: 502 });
        }
      },
    },
    (info: AddressInfo) => listening.resolve(info.port),
  );
  const port = await listening.promise;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

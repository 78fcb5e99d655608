import type { mcpServerEndpoints } from '#contract/mcp.ts';
import { RefusedError } from '../mcp/base/refused-error.ts';
import { HostError } from '../base/problem.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function mcpServerHandlers({ mcp }: HostServices): Handlers<typeof mcpServerEndpoints> {
  /** A refused start is an answer about the server and is sent like any other problem. */
  async function start(id: string, again: boolean) {
    const server = await mcp.server(id);
    if (again) await server.stop();
    try {
      await server.start();
    } catch (error) {
      if (error instanceof RefusedError) throw new HostError('server_failed', error.message, { cause: error });
      throw error;
    }
    return mcp.get(id);
  }

  return {
    servers: () => mcp.list(),
    add: ({ body }) => mcp.add(body),
    server: ({ params }) => mcp.get(params.id),
    change: ({ params, body }) => mcp.change(params.id, body),
    remove: ({ params }) => mcp.remove(params.id),
    approval: async ({ params }) => (await mcp.server(params.id)).approval(),
    async approve({ params, body, given }) {
      await (await mcp.server(params.id)).approve(body.hash, body.tools, given);
      return mcp.get(params.id);
    },
    async revoke({ params }) {
      await mcp.revoke(params.id);
      return mcp.get(params.id);
    },
    async trust({ params, body, given }) {
      await (await mcp.server(params.id)).trust(body.hash, given);
      return mcp.get(params.id);
    },
    async distrust({ params }) {
      await mcp.distrust(params.id);
      return mcp.get(params.id);
    },
    start: ({ params }) => start(params.id, false),
    restart: ({ params }) => start(params.id, true),
    async stop({ params }) {
      await (await mcp.server(params.id)).stop();
      return mcp.get(params.id);
    },
    log: async ({ params }) => ({ lines: (await mcp.server(params.id)).log.read() }),
    signIn: ({ params }) => mcp.signIn(params.id),
    cancelSignIn: ({ params }) => mcp.remote.cancelSignIn(params.id),
    async signOut({ params }) {
      await mcp.signOut(params.id);
      return mcp.get(params.id);
    },
  };
}

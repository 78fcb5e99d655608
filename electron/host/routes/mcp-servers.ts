import { ApproveMcp, ChangeMcpServer, ImportMcp, type McpLog, NewMcpServer } from '#contract/mcp.ts';
import { RefusedError } from '../mcp/base/refused-error.ts';
import type { HostServices } from './host-services.ts';
import { HostError } from '../base/problem.ts';
import { readJson } from '../base/read-body.ts';
import { type Route, type RouteCall, json, noContent } from '../base/route.ts';

/** Routes for the user's MCP servers: definitions, consent, start and stop, sign-in. None of them runs a tool. */
export function mcpServerRoutes({ mcp, windows }: HostServices): Route[] {
  const server = ({ param }: RouteCall) => mcp.server(param('id'));
  const shown = async ({ param }: RouteCall) => json(await mcp.get(param('id')));

  /** A refused start is an answer about the server and is sent like any other problem. */
  async function start(call: RouteCall, again: boolean): Promise<Response> {
    const one = await server(call);
    if (again) await one.stop();
    try {
      await one.start();
    } catch (error) {
      if (error instanceof RefusedError) throw new HostError('server_failed', error.message, { cause: error });
      throw error;
    }
    return shown(call);
  }

  return [
    {
      path: '/api/mcp/servers',
      methods: {
        GET: async () => json(await mcp.list()),
        POST: async ({ request }) => json(await mcp.add(await readJson(request, NewMcpServer)), 201),
      },
    },
    {
      path: '/api/mcp/import',
      methods: { POST: async ({ request }) => json(await mcp.importText(await readJson(request, ImportMcp))) },
    },
    {
      path: '/api/mcp/import/preview',
      methods: {
        POST: async ({ request }) => json(await mcp.preview((await readJson(request, ImportMcp)).text)),
      },
    },
    {
      path: '/api/mcp/servers/:id',
      methods: {
        GET: shown,
        PATCH: async ({ request, param }) =>
          json(await mcp.change(param('id'), await readJson(request, ChangeMcpServer))),
        DELETE: async ({ param }) => {
          await mcp.remove(param('id'));
          return noContent();
        },
      },
    },
    {
      path: '/api/mcp/servers/:id/approval',
      methods: {
        GET: async (call) => json(await (await server(call)).approval()),
        POST: async (call) => {
          const { hash, tools } = await readJson(call.request, ApproveMcp);
          await (await server(call)).approve(hash, tools, windows.answering(call.request));
          return shown(call);
        },
        DELETE: async (call) => {
          await mcp.revoke(call.param('id'));
          return shown(call);
        },
      },
    },
    {
      path: '/api/mcp/servers/:id/trust',
      methods: {
        POST: async (call) => {
          const { hash } = await readJson(call.request, ApproveMcp.pick({ hash: true }));
          await (await server(call)).trust(hash, windows.answering(call.request));
          return shown(call);
        },
        DELETE: async (call) => {
          await mcp.distrust(call.param('id'));
          return shown(call);
        },
      },
    },
    { path: '/api/mcp/servers/:id/start', methods: { POST: (call) => start(call, false) } },
    { path: '/api/mcp/servers/:id/restart', methods: { POST: (call) => start(call, true) } },
    {
      path: '/api/mcp/servers/:id/stop',
      methods: {
        POST: async (call) => {
          await (await server(call)).stop();
          return shown(call);
        },
      },
    },
    {
      path: '/api/mcp/servers/:id/log',
      methods: { GET: async (call) => json({ lines: (await server(call)).log.read() } satisfies McpLog) },
    },
    {
      path: '/api/mcp/servers/:id/sign-in',
      methods: {
        POST: async ({ param }) => json(await mcp.signIn(param('id'))),
        DELETE: async ({ param }) => {
          mcp.remote.cancelSignIn(param('id'));
          return noContent();
        },
      },
    },
    {
      path: '/api/mcp/servers/:id/sign-out',
      methods: {
        POST: async (call) => {
          await mcp.signOut(call.param('id'));
          return shown(call);
        },
      },
    },
  ];
}

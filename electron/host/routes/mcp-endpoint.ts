import { MCP_PATH } from '#contract/mcp-calls.ts';
import type { Route, RouteCall } from '../base/route.ts';
import type { HostServices } from './host-services.ts';

/** The MCP endpoint of each server. */
export function mcpEndpointRoute({ mcp }: HostServices): Route {
  const talk = async ({ request, param }: RouteCall) => (await mcp.server(param('id'))).endpoint.handle(request);
  return { path: MCP_PATH, methods: { GET: talk, POST: talk, DELETE: talk } };
}

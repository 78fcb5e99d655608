import {
  McpServer,
  type McpServerFactory,
  UrlElicitationRequiredError,
  acceptedContent,
  createMcpHandler,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { McpDefinition } from '#contract/mcp.ts';

/*
 * An SDK server whose tools ask before they answer, and which reports changes: for clients without the handshake by
 * results and subscriptions, for older ones (if it serves them) by requests and notifications. As a program it uses
 * stdio: `node asking-server.ts serve|reject`.
 */

const STATE = 'opaque-"state"-\u2028-%00';
const text = (content: string) => ({ content: [{ type: 'text' as const, text: content }] });
const nameForm = inputRequired.elicit({
  message: 'Who are you?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] },
});

let paid = true;

function build(grown: boolean): McpServer {
  const server = new McpServer(
    { name: 'asking', version: '1' },
    { capabilities: { tools: { listChanged: true }, resources: { listChanged: true, subscribe: true } } },
  );
  const none = { inputSchema: z.object({}) };
  server.registerTool('greet', none, (_args, { mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, 'who');
    if (given.kind === 'missing') return inputRequired({ inputRequests: { who: nameForm }, requestState: STATE });
    const known = mcpReq.requestState() === STATE ? 'in the same state' : 'in another state';
    const name = acceptedContent<{ name: string }>(mcpReq.inputResponses, 'who')?.name;
    return text(name === undefined ? `Nobody, ${known}` : `Hello ${name}, ${known}`);
  });
  server.registerTool('survey', none, (_args, { mcpReq }) => {
    if (mcpReq.inputResponses === undefined)
      return inputRequired({ inputRequests: { first: nameForm, second: nameForm, where: inputRequired.listRoots() } });
    return text(JSON.stringify(mcpReq.inputResponses));
  });
  server.registerTool('open-page', none, (_args, { mcpReq }) =>
    mcpReq.inputResponses === undefined
      ? inputRequired({
          inputRequests: { page: inputRequired.elicitUrl({ message: 'Sign there.', url: 'https://example.com/sign' }) },
        })
      : text(JSON.stringify(mcpReq.inputResponses)),
  );
  // Needs a visit before every other call.
  server.registerTool('pay', none, () => {
    paid = !paid;
    if (paid) return text('paid');
    const page = { mode: 'url' as const, elicitationId: 'p', url: 'https://example.com/pay', message: 'Pay first.' };
    throw new UrlElicitationRequiredError([page]);
  });
  server.registerTool(
    'route',
    { inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }) },
    ({ region }) => text(`sent to ${region}`),
  );
  const grow = () => void server.registerTool('added', none, () => text('new here'));
  if (grown) grow();
  server.registerTool('change', none, () => {
    grow();
    return text('changed');
  });
  server.registerResource('news', 'news://today', {}, (uri, { mcpReq }) =>
    mcpReq.inputResponses === undefined
      ? inputRequired({ inputRequests: { who: nameForm } })
      : { contents: [{ uri: uri.href, text: `for ${JSON.stringify(mcpReq.inputResponses)}` }] },
  );
  return server;
}

export type Legacy = 'serve' | 'reject';

export const askingOverStdio = (legacy: Legacy): McpDefinition => ({
  kind: 'stdio',
  command: process.execPath,
  args: [fileURLToPath(import.meta.url), legacy],
  cwd: null,
  env: {},
});

export interface AskingHttp {
  definition: McpDefinition;
  /** Headers of the received requests, by method. */
  seen: { method: string; headers: Headers }[];
  /** Number of open subscriptions. */
  listeners(): number;
  /** Adds one more tool and announces it. */
  grow(): void;
  resourceUpdated(uri: string): void;
  close(): Promise<void>;
}

export async function askingOverHttp(legacy: Legacy): Promise<AskingHttp> {
  // Not needed by the program, which should start fast.
  const { serve } = await import('@hono/node-server');
  const seen: AskingHttp['seen'] = [];
  let grown = false;
  const factory: McpServerFactory = () => build(grown);
  const handler = createMcpHandler(factory, { legacy: legacy === 'serve' ? 'stateless' : 'reject' });
  const server = serve({
    overrideGlobalObjects: false,
    async fetch(request: Request) {
      const body: unknown = request.method === 'POST' ? await request.clone().json() : {};
      const { method } = z.looseObject({ method: z.string().default('') }).parse(body);
      seen.push({ method, headers: request.headers });
      return handler.fetch(request);
    },
    port: 0,
    hostname: '127.0.0.1',
  });
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    definition: { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} },
    seen,
    listeners: () => ('listenerCount' in handler.bus ? Number(handler.bus.listenerCount) : 0),
    grow() {
      grown = true;
      handler.notify.toolsChanged();
    },
    resourceUpdated: (uri) => handler.notify.resourceUpdated(uri),
    async close() {
      await handler.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  serveStdio(() => build(false), { legacy: process.argv[2] === 'reject' ? 'reject' : 'serve' });

import type { HostAnswers } from './fake-host.ts';

interface Asked {
  id?: number | string;
  method?: string;
  params?: { protocolVersion?: string };
}

const TOOL = {
  name: 'write',
  title: 'Write a note',
  description: 'Writes a note.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
};

/** An MCP server with one tool, behind the host. Its calls never end. */
export function fakeServer(id: string): HostAnswers {
  const address = `/api/mcp/${id}`;
  return {
    [`GET ${address}`]: () => new Response(null, { status: 405 }),
    [`DELETE ${address}`]: () => new Response(null, { status: 204 }),
    async [`POST ${address}`](request: Request) {
      const asked = (await request.json()) as Asked;
      const reply = (body: object) => Response.json({ jsonrpc: '2.0', id: asked.id, ...body });
      switch (asked.method) {
        case 'initialize':
          return reply({
            result: {
              protocolVersion: asked.params?.protocolVersion,
              capabilities: { tools: {} },
              serverInfo: { name: id, version: '1.4.2' },
            },
          });
        case 'tools/list':
          return reply({ result: { tools: [TOOL] } });
        case 'tools/call':
          return new Promise<Response>(() => undefined);
        default:
          return asked.id === undefined
            ? new Response(null, { status: 202 })
            : reply({ error: { code: -32_601, message: 'Method not found' } });
      }
    },
  };
}

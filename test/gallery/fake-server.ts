import { type HostAnswers, server, streamed } from './fake-host.ts';

interface Asked {
  id?: number | string;
  method?: string;
  params?: { protocolVersion?: string; ['_meta']?: { progressToken?: number | string } };
}

/** What the server sends while a call runs, made from the call's progress token. */
type Sent = (token: number | string | undefined) => readonly object[];

const TOOL = {
  name: 'write',
  title: 'Write a note',
  description: 'Writes a note.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
};
const RESOURCE = {
  uri: 'notes://shopping',
  name: 'Shopping list',
  description: 'What is to be bought',
  mimeType: 'text/plain',
};
const PROMPT = { name: 'tidy', title: 'Tidy a note', arguments: [{ name: 'note', required: true }] };

const LISTS: Readonly<Record<string, object>> = {
  'resources/list': { resources: [RESOURCE] },
  'resources/templates/list': { resourceTemplates: [] },
  'prompts/list': { prompts: [PROMPT] },
};

/** An MCP server with one tool, behind the host. Its calls never end. */
export function fakeServer(id: string, during: Sent = () => [], tool: object = TOOL): HostAnswers {
  const address = `/api/mcp/${id}`;
  return {
    [`GET ${address}`]: () => new Response(null, { status: 405 }),
    [`DELETE ${address}`]: () => new Response(null, { status: 204 }),
    async [`POST ${address}`](request: Request) {
      const asked = (await request.json()) as Asked;
      const reply = (body: object) => Response.json({ jsonrpc: '2.0', id: asked.id, ...body });
      if (asked.method === 'initialize')
        return reply({
          result: {
            protocolVersion: asked.params?.protocolVersion,
            capabilities: { tools: {}, resources: {}, prompts: {} },
            serverInfo: { name: id, version: '1.4.2' },
          },
        });
      if (asked.method === 'tools/call')
        return streamed(
          during(asked.params?.['_meta']?.progressToken).map(
            (one) => `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...one })}\n\n`,
          ),
          true,
        );
      const list = asked.method === 'tools/list' ? { tools: [tool] } : LISTS[asked.method ?? ''];
      if (list) return reply({ result: list });
      return asked.id === undefined
        ? new Response(null, { status: 202 })
        : reply({ error: { code: -32_601, message: 'Method not found' } });
    },
  };
}

/** The host of a story with this server, which the user has approved. */
export function withServer(during?: Sent): HostAnswers {
  return {
    ...fakeServer('notes', during),
    'GET /api/mcp/servers': {
      servers: [
        server('notes', {
          label: 'Notebook',
          tools: [
            {
              name: 'write',
              title: 'Write a note',
              description: 'Writes a note.',
              hash: 'cd'.repeat(32),
              approved: true,
              enabled: true,
              readOnly: false,
              destructive: false,
              openWorld: false,
              mirrored: [],
              characters: 240,
            },
          ],
        }),
      ],
      warnings: [],
    },
    'POST /api/mcp/approvals': { ticket: 'ticket', expiresAt: 4_000_000_000_000 },
  };
}

/** The host of a story whose model runs commands in an attached folder, in the sandbox. */
export function withCommands(): HostAnswers {
  const run = {
    name: 'run',
    title: 'Run a command',
    description: 'Runs a command.',
    inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
  };
  const facts = { hash: 'ab'.repeat(32), approved: true, enabled: true, readOnly: false, destructive: true };
  return {
    ...fakeServer('builtin_shell_server', () => [], run),
    'GET /api/mcp/servers': {
      servers: [
        server('builtin_shell_server', {
          label: 'Shell',
          builtin: true,
          trusted: true,
          definition: { kind: 'builtin' },
          tools: [{ ...run, ...facts, openWorld: true, mirrored: [], characters: 240 }],
        }),
      ],
      warnings: [],
    },
    'GET /api/mcp/sessions/*': { folders: [{ path: '/home/you/relay', own: true }], edits: false },
    'POST /api/mcp/sessions/*': {
      scope: {
        own: true,
        unasked: null,
        command: {
          folder: '/home/you/relay',
          sandbox: 'inside',
          network: false,
          rules: [
            { match: 'exact', line: 'npm test -- --reporter=dot' },
            { match: 'prefix', line: 'npm test' },
          ],
        },
      },
    },
  };
}

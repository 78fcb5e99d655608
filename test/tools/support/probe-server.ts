import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { writeFileSync } from 'node:fs';
import { z } from 'zod';

/*
 * A small MCP server over stdio. PROBE_MARKER names a file it writes as soon as it runs, so that a test can check
 * whether it was ever started.
 */
const marker = process.env['PROBE_MARKER'];
if (marker !== undefined) writeFileSync(marker, 'started');
process.stderr.write('probe is ready\n');

const server = new McpServer(
  { name: 'probe', title: 'Probe', version: '1.2.3' },
  { instructions: 'Use look before change.' },
);
server.registerTool(
  'look',
  {
    description: 'Looks at a thing and says what it is.',
    inputSchema: z.object({ name: z.string() }),
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  ({ name }) => ({ content: [{ type: 'text', text: `seen: ${name}` }] }),
);
server.registerTool(
  'change',
  {
    description: `Changes a thing. ${'It is described at length, as models like it. '.repeat(8)}`,
    inputSchema: z.object({ name: z.string(), to: z.string() }),
  },
  ({ name, to }) => ({ content: [{ type: 'text', text: `${name} is now ${to}` }] }),
);
await server.connect(new StdioServerTransport());

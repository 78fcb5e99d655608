import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

/** An MCP server over stdio with files that change constantly, and a tool that fails. */
const server = new McpServer({ name: 'desk', title: 'Desk', version: '1.0.0' });
let revision = 0;

const text = (content: string) => ({ content: [{ type: 'text' as const, text: content }] });
const local = { annotations: { readOnlyHint: true, openWorldHint: false } };

server.registerTool(
  'read',
  { description: 'Reads a file.', inputSchema: z.object({ path: z.string(), lines: z.int() }), ...local },
  ({ path, lines }) => {
    revision += 1;
    const body = Array.from({ length: lines }, (_, n) => `${n + 1}: line of ${path}, revision ${revision}`);
    return text(body.join('\n'));
  },
);
server.registerTool(
  'write',
  { description: 'Writes a file.', inputSchema: z.object({ path: z.string(), content: z.string() }), ...local },
  ({ path, content }) => text(`${path} has ${content.length} characters now, revision ${(revision += 1)}`),
);
server.registerTool('check', { description: 'Fails.', inputSchema: z.object({ path: z.string() }), ...local }, () => ({
  ...text(`the check failed at line ${(revision += 1)}`),
  isError: true,
}));

await server.connect(new StdioServerTransport());

import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

/** An MCP server over stdio whose tools take their time, or end it. */
const server = new McpServer({ name: 'slow', title: 'Slow', version: '1.0.0' });

server.registerTool(
  'wait',
  { description: 'Reports progress until it is stopped.', inputSchema: z.object({}) },
  async (_args, { mcpReq }) => {
    const { _meta: meta } = mcpReq;
    const progressToken = meta?.progressToken;
    for (let progress = 1; !mcpReq.signal.aborted; progress += 1) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 1_000 } });
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    process.stderr.write('stopped waiting\n');
    return { content: [] };
  },
);
server.registerTool('exit', { description: 'Ends the server.', inputSchema: z.object({}) }, () => process.exit(1));
server.registerTool(
  'shout',
  { description: 'Gives back very much.', inputSchema: z.object({ lines: z.int() }) },
  ({ lines }) => ({
    content: [{ type: 'text', text: Array.from({ length: lines }, (_, n) => `line ${n + 1}`).join('\n') }],
  }),
);

await server.connect(new StdioServerTransport());

import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod/mini';
import { PROJECT_SEARCH_TOOL, PROJECT_SERVER } from '#core/passage.ts';
import { MCP_CALL_META } from './call-meta.ts';
import { toolInput } from './tool-input.ts';

/** Searches the files of the conversation's project; `null` when it has none. `call`: the key of the call. */
export type SearchProject = (query: string, call: string) => Promise<string | null>;

const Input = z.object({
  query: z
    .string()
    .check(z.minLength(1), z.maxLength(2_000), z.describe('Words that the passage has, in the language of the files.')),
});
const CallMeta = z.string();

/** Lets the model search what the user put into the project of a conversation. */
export function projectServer(search: SearchProject, version: string): McpServer {
  const server = new McpServer({ name: PROJECT_SERVER, title: 'Files of the project', version });
  server.registerTool(
    PROJECT_SEARCH_TOOL,
    {
      title: 'Search the files of the project',
      description:
        'Searches the files that the user put into the project of this conversation and returns passages with their sources. It finds words, not meanings: try other words when the first search finds nothing that fits. Cite the passages that you use by their numbers, such as [1].',
      inputSchema: toolInput(Input),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ query }, ctx) => {
      const call = CallMeta.safeParse(ctx.mcpReq['_meta']?.[MCP_CALL_META]).data ?? '';
      const text = await search(query, call);
      return text === null
        ? { isError: true, content: [{ type: 'text', text: 'This conversation has no project with files.' }] }
        : { content: [{ type: 'text', text }] };
    },
  );
  return server;
}

import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod/mini';
import { lineRange, characterRange } from './output-range.ts';
import { toolInput } from './tool-input.ts';

/** The full text stored under this id in this conversation; `null` if there is none. */
export type ReadOutput = (id: string) => Promise<string | null>;

const Input = z.object({
  id: z.string().check(z.describe('The id that the notice in the shortened result names.')),
  from: z.optional(z.int().check(z.minimum(1))).check(z.describe('First line, counted from 1. Default 1.')),
  to: z.optional(z.int().check(z.minimum(1))).check(z.describe('Last line, included. Default: as many as fit.')),
  offset: z
    .optional(z.int().check(z.minimum(0)))
    .check(z.describe('For very long lines: first character, counted from 0, instead of lines.')),
  length: z
    .optional(z.int().check(z.minimum(1)))
    .check(z.describe('Number of characters from offset on. Default: as many as fit.')),
});

/** Lets the model read what was truncated from a result that was too long for its request. */
export function readOutputServer(readOutput: ReadOutput, version: string): McpServer {
  const server = new McpServer({ name: 'builtin_output_server', title: 'Shortened results', version });
  server.registerTool(
    'read_tool_output',
    {
      title: 'Read a shortened result',
      description:
        'Reads the full text of a tool result that was shortened, a range at a time: by lines (from, to) or by characters (offset, length). Use the id in the notice of the shortened result.',
      inputSchema: toolInput(Input),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ id, from, to, offset, length }) => {
      const text = await readOutput(id);
      if (text === null) {
        const notice = `There is no kept output with the id ${JSON.stringify(id)}. The notice in a shortened result names the id. If that output is not kept any more, call its tool again.`;
        return { isError: true, content: [{ type: 'text', text: notice }] };
      }
      const range =
        offset !== undefined || length !== undefined
          ? characterRange(text, offset ?? 0, length)
          : lineRange(text, from ?? 1, to);
      return { content: [{ type: 'text', text: range }] };
    },
  );
  return server;
}

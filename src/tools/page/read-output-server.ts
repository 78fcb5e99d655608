import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { lineRange, characterRange } from './output-range.ts';

export interface OutputReader {
  /** The whole text kept under this id in this conversation; null when there is none. */
  readOutput(id: string): Promise<string | null>;
  /** The same for what the host shortened, by lines only and ready to be shown. */
  readHostOutput(id: string, from: number, to: number | null): Promise<string | null>;
}

const Input = z.object({
  id: z.string().describe('The id that the notice in the shortened result names.'),
  from: z.int().min(1).optional().describe('First line, counted from 1. Default 1.'),
  to: z.int().min(1).optional().describe('Last line, included. Default: as many as fit.'),
  offset: z.int().min(0).optional().describe('For very long lines: first character, counted from 0, instead of lines.'),
  length: z.int().min(1).optional().describe('Number of characters from offset on. Default: as many as fit.'),
});

/** Gives the model what was cut out of a result that was too long for its request. */
export function readOutputServer(reader: OutputReader, version: string): McpServer {
  const server = new McpServer({ name: 'builtin_output_server', title: 'Shortened results', version });
  server.registerTool(
    'read_tool_output',
    {
      title: 'Read a shortened result',
      description:
        'Reads the full text of a tool result that was shortened, a range at a time: by lines (from, to) or by characters (offset, length). Use the id in the notice of the shortened result.',
      inputSchema: Input,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ id, from, to, offset, length }) => {
      const text = await reader.readOutput(id);
      if (text === null) {
        const fromHost = await reader.readHostOutput(id, from ?? 1, to ?? null);
        const none = `There is no kept output with the id ${JSON.stringify(id)}.`;
        return { isError: fromHost === null, content: [{ type: 'text', text: fromHost ?? none }] };
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

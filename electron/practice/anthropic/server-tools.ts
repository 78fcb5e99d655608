import { digest } from '../base/digest.ts';
import { isObject, type Json, text } from '../base/json.ts';
import type { Seals } from '../base/seal.ts';
import type { OwnTool } from '../base/conversation.ts';
import type { Cite } from '../script/plan.ts';

/** The tools that the server runs, by their fixed names (SDK types 1.11.0; platform docs, tool reference, 2026-08). */
export const OWN_TOOLS: Readonly<Record<string, OwnTool>> = {
  web_search: 'search',
  web_fetch: 'fetch',
  code_execution: 'run',
};

const NAME_OF: Readonly<Record<OwnTool, string>> = { search: 'web_search', fetch: 'web_fetch', run: 'code_execution' };

/** The names under which a tool is called: code runs as commands of a shell. */
const CALLED: Readonly<Record<OwnTool, string>> = { ...NAME_OF, run: 'bash_code_execution' };

const isOwn = (name: string): name is keyof typeof OWN_TOOLS => Object.hasOwn(OWN_TOOLS, name);

/** The tools of the server that a request declares. */
export function declaredTools(tools: readonly Json[]): Set<OwnTool> {
  const names = tools.filter((tool) => typeof tool.type === 'string').map((tool) => text(tool.name));
  return new Set(names.filter(isOwn).flatMap((name) => OWN_TOOLS[name] ?? []));
}

/** The name of the declared tool that a call belongs to. */
export const declaredName = (called: string): string => (called.endsWith('code_execution') ? 'code_execution' : called);

const toolOf = (called: string): OwnTool => OWN_TOOLS[declaredName(called)] ?? 'search';

export function callBlock(tool: OwnTool, id: string, asked: string): Json {
  const input = tool === 'search' ? { query: asked } : tool === 'fetch' ? { url: asked } : { command: asked };
  return { type: 'server_tool_use', id, name: CALLED[tool], input };
}

/** Only this account can have its searches read again. */
const sealed = (seals: Seals, account: string, fields: Json): string =>
  seals.seal('web search', { ...fields, account });

export function resultBlock(
  tool: OwnTool,
  id: string,
  { query, said, error }: { query: string; said: string; error: string | null },
  { seals, account }: { seals: Seals; account: string },
): Json {
  const type = `${CALLED[tool]}_tool_result`;
  if (error !== null) return { type, tool_use_id: id, content: { type: `${type}_error`, error_code: error } };
  if (tool === 'fetch')
    return {
      type,
      tool_use_id: id,
      content: {
        type: 'web_fetch_result',
        url: query,
        retrieved_at: '2026-11-01T00:00:00Z',
        content: {
          type: 'document',
          title: 'A practice page',
          source: { type: 'text', media_type: 'text/plain', data: said },
          citations: { enabled: true },
        },
      },
    };
  if (tool === 'run')
    return {
      type,
      tool_use_id: id,
      content: { type: 'bash_code_execution_result', stdout: said, stderr: '', return_code: 0, content: [] },
    };
  const result = (title: string, url: string): Json => ({
    type: 'web_search_result',
    title,
    url,
    encrypted_content: sealed(seals, account, { url }),
    page_age: 'October 1, 2026',
  });
  const address = pageOf(query);
  return { type, tool_use_id: id, content: [result(said, address), result(`More about ${query}`, `${address}/more`)] };
}

export const pageOf = (query: string): string => `https://practice.invalid/${encodeURIComponent(query)}`;

export function citationBlock(cite: Cite, seals: Seals, account: string): Json {
  if (cite.url === null)
    return {
      type: 'page_location',
      cited_text: cite.quote,
      document_index: 0,
      document_title: cite.title,
      start_page_number: cite.pages?.from ?? 1,
      end_page_number: (cite.pages?.to ?? 1) + 1,
      file_id: null,
    };
  return {
    type: 'web_search_result_location',
    cited_text: cite.quote,
    url: cite.url,
    title: cite.title,
    encrypted_index: sealed(seals, account, { quote: digest(cite.quote) }),
  };
}

/** Whether this server made the value for this account, for exactly this. */
export function isOwnSeal(seals: Seals, account: string, value: unknown, fields: Json): boolean {
  return typeof value === 'string' && value === sealed(seals, account, fields);
}

export const indexFields = (citation: Json): Json => ({ quote: digest(text(citation.cited_text)) });

/** The call of a server's tool that has no result yet: a paused turn, or one beside calls of the client's (A13). */
export function openCall(messages: readonly { role: string; blocks: readonly Json[] }[]): {
  id: string;
  query: string;
  tool: OwnTool;
} | null {
  const last = messages.at(-1);
  const isResults = last?.role === 'user' && last.blocks.every((block) => block.type === 'tool_result');
  const answer = last?.role === 'assistant' ? last : isResults ? messages.at(-2) : undefined;
  const answered = new Set(answer?.blocks.map((block) => block.tool_use_id));
  const open = answer?.blocks.findLast((block) => block.type === 'server_tool_use' && !answered.has(block.id));
  if (!open) return null;
  const input = isObject(open.input) ? open.input : {};
  return { id: text(open.id), query: text(input.query ?? input.url ?? input.command), tool: toolOf(text(open.name)) };
}

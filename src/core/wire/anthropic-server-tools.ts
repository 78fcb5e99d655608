import { type Json, object, objects, text } from './json.ts';

interface BlockView {
  type: string;
  block: Json;
  path: string;
}

interface View {
  body: Json;
  messages: readonly { path: string; role: unknown; blocks: readonly BlockView[] }[];
  types: ReadonlySet<string>;
}

const CALLS: ReadonlySet<string> = new Set(['server_tool_use', 'mcp_tool_use']);

const isResultType = (type: string): boolean => type !== 'tool_result' && type.endsWith('_tool_result');
const isResult = ({ type }: BlockView): boolean => isResultType(type);

/** Whether blocks of these types are halves of tools that the vendor runs. */
export function hasServerBlocks(types: ReadonlySet<string>): boolean {
  for (const type of types) if (CALLS.has(type) || isResultType(type)) return true;
  return false;
}

/**
 * Halves of a server tool without their counterpart. A call may wait while the user only brings results of other tools,
 * and at the end of a conversation (A13).
 */
export function unpairedServerBlocks(messages: View['messages']): string[] {
  const open = new Map<unknown, string>();
  const strays: string[] = [];
  for (const { role, blocks } of messages) {
    if (role !== 'assistant') {
      if (blocks.every(({ type }) => type === 'tool_result')) continue;
      strays.push(...open.values());
      open.clear();
      continue;
    }
    for (const one of blocks) {
      const { type, block, path } = one;
      if (CALLS.has(type)) open.set(block.id, path);
      else if (isResult(one) && !open.delete(block.tool_use_id)) strays.push(path);
    }
  }
  return strays;
}

/** The calls that wait at the end. */
function waitingCalls(messages: View['messages']): BlockView[] {
  const open = new Map<unknown, BlockView>();
  for (const one of messages.flatMap(({ blocks }) => blocks)) {
    if (CALLS.has(one.type)) open.set(one.block.id, one);
    else if (isResult(one)) open.delete(one.block.tool_use_id);
  }
  return [...open.values()];
}

const DECLARED = /^(web_search|web_fetch|code_execution)_\d{8}$/;
/** Code runs under names of its own. */
const declaredName = (called: string): string => (called.endsWith('code_execution') ? 'code_execution' : called);

/** vendor-rules section 9. */
export const SERVER_TOOL_RULES = [
  {
    id: 'W9',
    message: 'a tool that the vendor runs has its fixed name, and domains to take or to leave',
    check: ({ body }: View) =>
      objects(body.tools).flatMap((tool, index) => {
        const name = DECLARED.exec(text(tool.type))?.[1];
        const isKnown = tool.type === undefined || text(tool.type) === 'custom' || name === tool.name;
        const both = tool.allowed_domains !== undefined && tool.blocked_domains !== undefined;
        return isKnown && !both ? [] : [`tools.${index}`];
      }),
  },
  {
    id: 'W11',
    message: 'citations are on for all documents of a request, or for none',
    check: ({ messages, types }: View) => {
      if (!types.has('document')) return [];
      const documents = messages.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'document'));
      const off = documents.filter(({ block }) => object(block.citations).enabled !== true);
      return off.length === documents.length ? [] : off.map(({ path }) => path);
    },
  },
  {
    id: 'W12',
    message: 'a call of a tool that the vendor runs goes on only with its tool',
    check: ({ messages, types, body }: View) => {
      if (!hasServerBlocks(types)) return [];
      const offered = new Set(objects(body.tools).flatMap(({ type, name }) => (text(type) === '' ? [] : [name])));
      return waitingCalls(messages)
        .filter(({ type, block }) => type === 'server_tool_use' && !offered.has(declaredName(text(block.name))))
        .map(({ path }) => path);
    },
  },
] as const;

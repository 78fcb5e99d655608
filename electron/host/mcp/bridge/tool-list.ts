import type { McpToolChange, McpToolState } from '#contract/mcp.ts';
import { isObject } from '#core/json.ts';
import { reasonText } from '#core/reasons.ts';
import { readHeaderParams } from './param-headers.ts';
import type { ServerFacts } from '../../consents/subjects.ts';
import { hashTool } from '../registry/entry.ts';
import { visibleText } from '../../base/visible-text.ts';

export type Tool = Record<string, unknown> & { name: string };

const MAX_TOOLS = 1000;
const MAX_PAGES = 100;
/** Of a tool as it was consented to. What is to be consented to is shown whole. */
const MAX_KEPT = 20_000;

/**
 * Lists all pages of a server's tools. Of two with the same name the first is used; tools without a name are left out.
 */
export async function listTools(
  ask: (method: string, params: Record<string, unknown>) => Promise<Record<string, unknown>>,
): Promise<Tool[]> {
  const tools = new Map<string, Tool>();
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES && tools.size < MAX_TOOLS; page++) {
    const result = await ask('tools/list', cursor === undefined ? {} : { cursor });
    for (const tool of Array.isArray(result['tools']) ? result['tools'] : [])
      if (isObject(tool) && typeof tool['name'] === 'string' && !tools.has(tool['name']))
        tools.set(tool['name'], { ...tool, name: tool['name'] });
    cursor = result['nextCursor'];
    if (typeof cursor !== 'string') break;
  }
  return [...tools.values()];
}

/** Leaves out tools with faulty header definitions and reports each (MCP 2026-07-28, Streamable HTTP). */
export function validTools(tools: readonly Tool[], onFault: (fault: string) => void): Tool[] {
  return tools.filter(({ name, inputSchema }) => {
    const mirroring = readHeaderParams(inputSchema);
    if (!('fault' in mirroring)) return true;
    onFault(reasonText('server.toolLeftOut', { tool: name.slice(0, 100), reason: mirroring.fault.slice(0, 300) }));
    return false;
  });
}

/** Everything that a consent to the tool is bound to (`hashTool`), as the user reads it before. */
function showTool({ name, description, inputSchema, title, outputSchema, annotations }: Tool): string {
  const text = typeof description === 'string' ? description : '';
  const more = JSON.stringify({ title, annotations, outputSchema });
  return visibleText(`${name}: ${text} ${JSON.stringify(inputSchema ?? {})}${more === '{}' ? '' : ` ${more}`}`).text;
}

export function pinTools(tools: readonly Tool[]): NonNullable<ServerFacts['tools']> {
  const kept = (text: string) => (text.length > MAX_KEPT ? `${text.slice(0, MAX_KEPT)} …` : text);
  return Object.fromEntries(tools.map((tool) => [tool.name, { hash: hashTool(tool), shown: kept(showTool(tool)) }]));
}

/** Own properties only: a tool may be called `constructor`. */
function pinOf(pinned: ServerFacts['tools'], name: string): { hash: string; shown: string } | null {
  return pinned && Object.hasOwn(pinned, name) ? (pinned[name] ?? null) : null;
}

/** Arguments that are also sent as headers, with both names. */
function mirroredIn(inputSchema: unknown): McpToolState['mirrored'] {
  const mirroring = readHeaderParams(inputSchema);
  if ('fault' in mirroring) return [];
  return mirroring.mirrored.map(({ path, header }) => ({ argument: path.join('.'), header }));
}

export function describeTool(
  tool: Tool,
  pinned: ServerFacts['tools'],
  off: readonly string[],
  mirrors = false,
): McpToolState {
  const hash = hashTool(tool);
  const notes = isObject(tool['annotations']) ? tool['annotations'] : {};
  const { name, title, description, inputSchema } = tool;
  return {
    name,
    title: typeof title === 'string' ? title : typeof notes['title'] === 'string' ? notes['title'] : null,
    description: typeof description === 'string' ? description : '',
    hash,
    approved: pinOf(pinned, name)?.hash === hash,
    enabled: !off.includes(name),
    // The protocol's defaults: a tool that declares nothing may do anything.
    readOnly: notes['readOnlyHint'] === true,
    destructive: notes['readOnlyHint'] !== true && notes['destructiveHint'] !== false,
    openWorld: notes['openWorldHint'] !== false,
    mirrored: mirrors ? mirroredIn(inputSchema) : [],
    characters: JSON.stringify({ name, description, inputSchema }).length,
  };
}

/** Lists what has changed since the user consented; removed tools need no consent. */
export function toolChanges(tools: readonly Tool[], pinned: ServerFacts['tools']): McpToolChange[] {
  return tools.flatMap((tool): McpToolChange[] => {
    const before = pinOf(pinned, tool.name);
    const hash = hashTool(tool);
    if (before?.hash === hash) return [];
    const change = before ? 'changed' : 'added';
    return [{ name: tool.name, change, hash, before: before?.shown ?? null, now: showTool(tool) }];
  });
}

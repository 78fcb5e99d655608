import type { McpRule } from '#contract/mcp-calls.ts';
import type { McpServer, McpToolState } from '#contract/mcp.ts';

/** Approximate characters per token of a definition: JSON with English words. */
const CHARACTERS_PER_TOKEN = 4;

export function tokensOf(tools: readonly McpToolState[]): number {
  return Math.ceil(tools.reduce((sum, tool) => sum + tool.characters, 0) / CHARACTERS_PER_TOKEN);
}

/**
 * Tools the user can decide about; `null` before the first start. Excludes Baton's own tool for reading outputs, which
 * belongs to the page.
 */
export function shownTools({ builtin, tools }: McpServer): readonly McpToolState[] | null {
  return tools && builtin ? tools.filter((tool) => tool.name !== 'read_tool_output') : tools;
}

/** Tools offered to a model. */
export function offeredTools(server: McpServer, off: readonly string[]): McpToolState[] {
  if (off.includes(server.id)) return [];
  return (shownTools(server) ?? []).filter(
    (tool) => tool.enabled && tool.approved && !off.includes(`${server.id}/${tool.name}`),
  );
}

/** `ready`: not running, but starts when needed. */
export type Tone = 'good' | 'ready' | 'busy' | 'wants' | 'bad' | 'quiet';

const TONES: Readonly<Record<McpServer['health']['state'], Tone>> = {
  off: 'quiet',
  approval: 'wants',
  stopped: 'ready',
  starting: 'busy',
  running: 'good',
  crashed: 'bad',
  'sign-in': 'wants',
};

export function toneOf(server: McpServer): Tone {
  return TONES[server.health.state];
}

/** True when tools wait for approval although the server itself is approved. */
export function hasNewTools(server: McpServer): boolean {
  return server.approved && (server.tools ?? []).some((tool) => !tool.approved);
}

export interface ToolRules {
  /** In every conversation. */
  always: McpRule | null;
  /** In single conversations. */
  sessions: McpRule[];
}

export function rulesOf(rules: readonly McpRule[], server: string, tool: string): ToolRules {
  const own = rules.filter((rule) => rule.server === server && rule.tool === tool);
  return {
    always: own.find((rule) => rule.session === null) ?? null,
    sessions: own.filter((rule) => rule.session !== null && rule.valid),
  };
}

import type { McpServer } from '#contract/mcp.ts';
import type { ServerTool, ServerTools } from '#core/agent/tools/tool-pool.ts';
import type { BuiltInFacts } from '#core/agent/tools/tool-facts.ts';
import { WEB_SERVER } from '#core/web-tools.ts';
import type { ToolDefinition } from './mcp/tool-definition.ts';
import { toolKey } from './tool-settings.ts';
import type { ToolSettings } from './tool-settings.ts';

/** Its progress messages are the output of the command. */
export const SHELL_SERVER = 'builtin_shell_server';

/**
 * The host ends a command at the command's own limit, an hour at most, and returns what it printed until then. It may
 * print nothing all that time. Before it starts, it may wait for others.
 */
const COMMAND_MS = 2 * 60 * 60_000;

/** What the built-in servers at the host do. Their hints are Baton's own and can be trusted. */
function builtInFacts(server: McpServer, { hints }: ToolDefinition): BuiltInFacts {
  if (server.id === SHELL_SERVER)
    return { kind: 'execute', brings: 'tool', timeouts: { idleMs: COMMAND_MS, totalMs: COMMAND_MS } };
  if (server.id === WEB_SERVER) return { kind: 'network', brings: 'web' };
  return { kind: hints.readOnlyHint === true ? 'read' : 'write', brings: 'file' };
}

/** Tools of a server at the host, for the pool: those that the host approved and nobody switched off. */
export function hostTools(server: McpServer, listed: readonly ToolDefinition[], { off }: ToolSettings): ServerTools {
  const limitMs = (server.timeout ?? 0) * 1000;
  const states = new Map(server.tools?.map((tool) => [tool.name, tool]));
  const tools = listed.flatMap((tool): ServerTool[] => {
    const state = states.get(tool.name);
    // The tool changed between the two responses. It is offered once both agree.
    if (!state) return [];
    return [
      {
        name: tool.name,
        ...(tool.description !== '' && { description: tool.description }),
        inputSchema: tool.inputSchema,
        hints: tool.hints,
        definition: state.hash,
        ...(state.mirrored.length > 0 && { mirrored: state.mirrored }),
        enabled: state.enabled && state.approved && !off.includes(toolKey(server.id, tool.name)),
        ...(limitMs > 0 && { timeouts: { idleMs: limitMs, totalMs: limitMs } }),
        ...(server.builtin && { builtIn: builtInFacts(server, tool) }),
      },
    ];
  });
  return {
    id: server.id,
    label: server.label,
    trusted: server.trusted,
    definition: server.hash,
    tools,
  };
}

import { z } from 'zod/mini';
import type { ApprovalPolicy, ApprovalMode, ToolRule } from '#core/agent/approval/decide-approval.ts';
import type { ToolPool } from '#core/agent/tools/tool-pool.ts';
import type { McpRule } from '#contract/mcp-calls.ts';

/**
 * The user's decisions about tools that the host does not store. The host enforces consent; these only restrict or
 * describe. Stored as one setting; keys are `<server>/<tool>`.
 */
export const ToolSettings = z.object({
  /** Offered, but refused whenever called. */
  denied: z.catch(z.array(z.string()), []),
  /** Tools of the built-in servers that the host does not switch. Not offered at all. */
  off: z.catch(z.array(z.string()), []),
});
export type ToolSettings = z.infer<typeof ToolSettings>;

export const TOOL_SETTINGS_KEY = 'tools';
export const NO_TOOL_SETTINGS: ToolSettings = { denied: [], off: [] };

export function readToolSettings(value: unknown): ToolSettings {
  const parsed = ToolSettings.safeParse(value);
  return parsed.success ? parsed.data : NO_TOOL_SETTINGS;
}

export function toolKey(server: string, tool: string): string {
  return `${server}/${tool}`;
}

/**
 * The grants that apply to this session, by the names that the pool offers. The session's own grants take precedence
 * over permanent ones.
 */
export function policyOf(
  pool: ToolPool,
  session: string,
  mode: ApprovalMode,
  rules: readonly McpRule[],
  settings: ToolSettings,
): ApprovalPolicy {
  const denied = new Set(settings.denied);
  const found = new Map<string, ToolRule>();
  for (const { spec, facts, server, tool } of pool.tools) {
    if (denied.has(toolKey(server, tool))) {
      found.set(spec.name, { rule: 'deny', definition: facts.definition });
      continue;
    }
    // One for commands in the sandbox says nothing of them without it.
    const own = rules.filter((rule) => rule.server === server && rule.tool === tool && rule.sandbox !== 'off');
    const rule = own.find((one) => one.session === session) ?? own.find((one) => one.session === null);
    if (!rule) continue;
    found.set(spec.name, {
      rule: rule.session === null ? 'always' : 'session',
      // The host compares the definitions. A grant that is no longer valid there must not match here either.
      definition: rule.valid ? facts.definition : '',
    });
  }
  return { mode, rules: found };
}

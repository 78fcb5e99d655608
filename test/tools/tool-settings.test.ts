import { expect, it } from 'vitest';
import type { McpRule } from '#contract/mcp-calls.ts';
import { mergeTools } from '#core/agent/tools/tool-pool.ts';
import { O200K } from '#core/window/token-weights.ts';
import { NO_TOOL_SETTINGS, policyOf } from '#tools/tool-settings.ts';

const pool = mergeTools(
  [
    {
      id: 'shell',
      label: 'Shell',
      trusted: true,
      definition: 'd',
      tools: [{ name: 'run', inputSchema: {}, definition: 't', enabled: true }],
    },
  ],
  { weights: O200K, most: 128, window: null },
);
const rule = (more: Partial<McpRule>): McpRule => ({
  id: 'r',
  server: 'shell',
  tool: 'run',
  session: null,
  at: 1,
  given: null,
  state: 'held',
  valid: true,
  ...more,
});
const ruleFor = (...rules: McpRule[]) => policyOf(pool, 'chat', 'ask', rules, NO_TOOL_SETTINGS).rules.get('shell__run');

it('a rule for commands in the sandbox says nothing of them without it, and hides no other rule', () => {
  expect(ruleFor(rule({ sandbox: 'on' }))?.rule).toBe('always');
  const off = rule({ session: 'chat', valid: false, sandbox: 'off' });
  expect(ruleFor(off)).toBeUndefined();
  expect(ruleFor(off, rule({}))?.rule).toBe('always');
});

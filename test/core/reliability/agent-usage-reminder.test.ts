import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import type { ToolResultValue } from '#core/reliability/hook.ts';
import { agentUsageReminder, MANY_LOOKS } from '#core/reliability/hooks/agent-usage-reminder.ts';
import { createPipeline } from '#core/reliability/pipeline.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';

const LOOK = 'builtin_workspace_server__read';
const TASK = 'builtin_task_server__task';

function lab(disabled = false) {
  const hints: string[] = [];
  const port = { suggest: (id: string) => void hints.push(id), dismiss: (id: string) => void hints.push(`not ${id}`) };
  const pipeline = createPipeline(
    { 'agent-usage-reminder': agentUsageReminder(port) },
    { clock: new FakeClock(), toast: () => undefined, log: () => undefined },
  );
  const configuration = {
    ...DEFAULT_CONFIGURATION,
    ...(disabled && { disabled_hooks: ['agent-usage-reminder' as const] }),
  };
  const session = (id: string) => ({ id, configuration });
  const value = (tool: string): ToolResultValue => ({
    tool,
    args: {},
    status: 'ok',
    text: 'x',
    budget: 1,
    keep: async () => '',
  });
  return {
    hints,
    use: async (id: string, ...tools: string[]) => {
      for (const tool of tools) {
        const given = value(tool);
        expect(await pipeline.run('tool.execute.after', given, session(id))).toBe(given);
      }
    },
    emit: (id: string, type: 'chat.message' | 'session.deleted') =>
      pipeline.run('event', { type, sessionId: id }, session(id)),
  };
}
const many = (tool: string, count: number) => Array.from({ length: count }, () => tool);

describe('the hint at tasks', () => {
  it('comes when a run has looked at many things by itself, and changes no result', async () => {
    const { hints, use } = lab();
    await use('s', ...many(LOOK, MANY_LOOKS - 1));
    expect(hints).toEqual([]);
    await use('s', 'fs__searchFiles');
    expect(hints).toEqual(['s']);
    await use('s', ...many(LOOK, 30));
    expect(hints).toEqual(['s']);
  });

  it('counts conversations apart, from the user’s last word on, and what looks only', async () => {
    const { hints, use, emit } = lab();
    await use('s', ...many(LOOK, MANY_LOOKS - 1));
    await use('other', LOOK);
    await use(
      's',
      ...many('builtin_workspace_server__write', 20),
      ...many('builtin_output_server__read_tool_output', 20),
    );
    await emit('s', 'chat.message');
    await use('s', ...many(LOOK, MANY_LOOKS - 1));
    expect(hints).toEqual([]);
  });

  it('does not come where work was given away already, nor where it is off', async () => {
    const { hints, use, emit } = lab();
    await use('s', LOOK, TASK, ...many(LOOK, 40));
    expect(hints).toEqual([]);
    await emit('s', 'session.deleted');
    expect(hints).toEqual(['not s']);
    const off = lab(true);
    await off.use('s', ...many(LOOK, 40));
    expect(off.hints).toEqual([]);
  });
});

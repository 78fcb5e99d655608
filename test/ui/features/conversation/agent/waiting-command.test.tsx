// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ConfigurationState } from '#contract/configuration.ts';
import { DEFAULT_CONFIGURATION, type Configuration } from '#core/reliability/configuration.ts';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import { createAgentRuns, type PendingApproval } from '#state/agent-runs.ts';
import { createConfigurations } from '#state/configurations.ts';
import { createHookNotices } from '#state/hook-notices.ts';
import type { Settings } from '#state/settings.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { ApprovalCard } from '#ui/features/conversation/agent/approval-card.tsx';
import { ToolCall } from '#ui/features/conversation/message/tool-call.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';

const RUN = 'builtin_shell_server__run';
type Args = Readonly<Record<string, unknown>>;

const approval = (name: string, args: Args): PendingApproval => ({
  key: 'k',
  tool: { name, server: 'builtin_shell_server', label: 'Shell', kind: 'execute', definition: 'd', brings: 'tool' },
  args,
  because: 'policy',
  sources: [],
  offers: ['once'],
  askedAt: 0,
  deciding: false,
});

async function shown(
  args: Args,
  {
    tool = RUN,
    language = 'en',
    change = {},
  }: { tool?: string; language?: 'en' | 'ko'; change?: Partial<Configuration> } = {},
) {
  const state: ConfigurationState = {
    configuration: { ...DEFAULT_CONFIGURATION, ...change },
    origins: {},
    files: [],
    warnings: [],
  };
  const configurations = createConfigurations({
    configuration: async () => state,
    changeConfiguration: async () => state,
  });
  const values = new Map<string, unknown>();
  const settings: Settings = {
    store: createStore(() => ({ values })),
    set: async () => undefined,
    close: () => undefined,
  };
  const agent: Partial<AgentServices> = {
    runs: createAgentRuns(() => undefined),
    flows: {} as Partial<AgentFlows> as AgentFlows,
  };
  const { container } = await render(
    <WithServices
      services={{
        settings,
        reliability: { configurations, notices: createHookNotices() },
        agent: agent as AgentServices,
      }}
    >
      <div data-card="question">
        <ApprovalCard sessionId="s" approval={approval(tool, args)} more={0} task={null} />
      </div>
      <div data-card="finished">
        <ToolCall
          call={{ type: 'tool_call', id: '1', name: tool, args }}
          result={{ type: 'tool_result', callId: '1', text: 'x', outcome: { status: 'ok' } }}
          live={false}
          name="0"
        />
      </div>
    </WithServices>,
    language,
  );
  const textOf = (card: string) => container.querySelector(`[data-card="${card}"]`)?.textContent ?? '';
  return { container, question: textOf('question'), finished: textOf('finished') };
}

it.each([
  ['en', 'git log | less', '“less” needs input from a terminal, but there’s none here.'],
  ['en', 'cd x && git rebase -i HEAD~2', '“git rebase -i” needs input from a terminal'],
  ['ko', 'sudo vim a.txt', '‘vim’ 명령에는 터미널 입력이 필요한데'],
] as const)(
  'in %s the user reads of %j before allowing it and on the finished call',
  async (language, command, expected) => {
    const { container, question, finished } = await shown({ command }, { language });
    expect(question).toContain(expected);
    expect(finished).toContain(expected);
    // The safe button is described by it.
    const deny = container.querySelector('button[aria-describedby]');
    const described = container.querySelector(`[id="${deny?.getAttribute('aria-describedby')}"]`);
    expect(described?.textContent).toContain(expected);
  },
);

type Options = Parameters<typeof shown>[1];
it.each<[string, Args, Options]>([
  ['a harmless command', { command: 'echo "less is more"' }, {}],
  ['no command', { path: 'vim' }, {}],
  ['a command of another server', { command: 'vim' }, { tool: 'elsewhere__run' }],
  ['the hook switched off', { command: 'vim' }, { change: { disabled_hooks: ['non-interactive-env'] } }],
])('says nothing of %s', async (_name, args, options) => {
  const { question, finished } = await shown(args, options);
  expect(`${question} ${finished}`).not.toContain('needs input from');
});

// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ConfigurationState } from '#contract/configuration.ts';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import type { Configuration } from '#core/reliability/configuration.ts';
import { createConfigurations } from '#state/configurations.ts';
import { createHookNotices } from '#state/hook-notices.ts';
import { createUsageHints } from '#state/usage-hints.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { UsageHint } from '#ui/features/conversation/agent/usage-hint.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { click } from '../../../support/user.ts';

async function shown(change: Partial<Configuration> = {}, may = true) {
  const problems: unknown[] = [];
  const usageHints = createUsageHints(
    async () => may,
    (error) => problems.push(error),
  );
  const configuration = { ...DEFAULT_CONFIGURATION, ...change };
  const state: ConfigurationState = { configuration, origins: {}, files: [], warnings: [] };
  const configurations = createConfigurations({
    configuration: async () => state,
    changeConfiguration: async () => state,
  });
  const agent: Partial<AgentServices> = { usageHints };
  const { container } = await render(
    <WithServices
      services={{ reliability: { configurations, notices: createHookNotices() }, agent: agent as AgentServices }}
    >
      <UsageHint sessionId="s" />
    </WithServices>,
  );
  const suggest = (id: string) => act(async () => usageHints.suggest(id));
  return { container, suggest, problems };
}

it('tells the user in a status, of this conversation alone, until it is dismissed', async () => {
  const { container, suggest, problems } = await shown();
  await suggest('other');
  expect(container.textContent).toBe('');
  await suggest('s');
  expect(container.querySelector('[role="status"]')?.textContent).toContain('Ask for a task');
  await click(container.querySelector('button'));
  expect(container.textContent).toBe('');
  expect(problems).toEqual([]);
});

it('is not shown where it was told before, nor where it is switched off', async () => {
  const before = await shown({}, false);
  await before.suggest('s');
  expect(before.container.textContent).toBe('');
  const off = await shown({ disabled_hooks: ['agent-usage-reminder'] });
  await off.suggest('s');
  expect(off.container.textContent).toBe('');
});

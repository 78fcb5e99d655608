// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStore, useStore } from 'zustand';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import { createAgentRuns, type PendingApproval } from '#state/agent-runs.ts';
import type { Settings } from '#state/settings.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { ApprovalCard } from '#ui/features/conversation/agent/approval-card.tsx';
import { approval } from '#test/fakes/agent-run.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { click } from '../../../support/user.ts';

const COMMAND = {
  folder: '/home/ann/relay',
  sandbox: 'none',
  network: true,
  rules: [{ match: 'exact', line: 'npm test' }],
} as const;

it('keeps the focus and says why where the host could not be told of a rule', async () => {
  const asked = { ...approval('k'), scope: { outside: [], command: COMMAND } } as unknown as PendingApproval;
  const store = createStore(() => asked);
  const answer = Promise.withResolvers<void>();
  const decide: AgentFlows['decide'] = async () => {
    store.setState({ deciding: true });
    try {
      await answer.promise;
    } catch (problem) {
      store.setState({ deciding: false, problem });
      throw problem;
    }
  };
  const settings: Settings = {
    store: createStore(() => ({ values: new Map<string, unknown>() })),
    set: async () => undefined,
    close: () => undefined,
  };
  const agent = onlyWith<AgentServices>({
    runs: createAgentRuns(() => undefined),
    flows: onlyWith<AgentFlows>({ decide }),
  });
  function Card() {
    return <ApprovalCard sessionId="s" approval={useStore(store)} more={0} task={null} />;
  }
  await render(
    <WithServices services={{ settings, agent }}>
      <Card />
    </WithServices>,
    'en',
  );
  await click(screen.getByText(/^Always allow in/));
  const rule = screen.getByRole<HTMLButtonElement>('button', { name: 'Always allow' });
  // A press that began before the card was there is ignored.
  await waitFor(async () => {
    await click(rule);
    expect(store.getState().deciding).toBe(true);
  });
  // A browser takes the focus from what is disabled.
  expect(rule.disabled).toBe(false);
  expect(rule.getAttribute('aria-disabled')).toBe('true');
  await act(async () => answer.reject(new Error('The host is away.')));
  expect(screen.getByRole('alert').textContent).toContain('The host is away.');
  expect(document.activeElement).toBe(rule);
});

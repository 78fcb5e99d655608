// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AgentFlows, StoredRun } from '#flows/agent/agent-flows.ts';
import { createAgentRuns, type AgentRuns } from '#state/agent-runs.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { EndState } from '#ui/features/conversation/message/answer-state.tsx';
import { agentRun, runEnd } from '#test/fakes/agent-run.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { WithServices } from '#test/fakes/services.tsx';
import { InScene } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';

const REASON = { kind: 'cancelled' } as const;
const STORED: StoredRun = {
  id: 'run of s',
  status: 'stopped',
  reason: REASON,
  steps: 1,
  cost: 0,
  startedAt: 1,
  calls: [],
  can: { resume: true, close: false },
};
const STOPPED: StoredMessage = {
  id: 'a',
  sessionId: 's',
  parentId: 'q',
  seq: 2,
  role: 'assistant',
  parts: [{ type: 'text', text: 'Once upon' }],
  status: 'complete',
  stop: 'aborted',
  createdAt: 1,
};

async function show(runs: AgentRuns, readRun: AgentFlows['readRun'], message = STOPPED) {
  const flows: Partial<AgentFlows> = { readRun };
  const agent: Partial<AgentServices> = { flows: flows as AgentFlows, runs };
  await render(
    <WithServices services={{ db: await openTestDatabase(), agent: agent as AgentServices }}>
      <InScene>
        <EndState message={message} last />
      </InScene>
    </WithServices>,
    'en',
  );
}

it('a stopped answer leaves it to the bar of its run how to go on, once that has ended', async () => {
  const runs = createAgentRuns((fn) => fn());
  const run = agentRun('s');
  runs.publish('s', () => run);
  await show(runs, async () => (runs.store.getState().runs.has('s') ? null : STORED));
  await screen.findByRole('button', { name: 'Continue' });
  act(() => runs.end(runEnd(run, REASON)));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it.each<[string, Partial<StoredMessage>, string]>([
  ['its user has stopped', {}, 'This answer was stopped.'],
  [
    'another window has ended',
    { status: 'interrupted' },
    'The answer stopped because the conversation moved to another window.',
  ],
])('an answer that %s says so', async (_how, over, text) => {
  await show(
    createAgentRuns((fn) => fn()),
    async () => null,
    { ...STOPPED, ...over },
  );
  await screen.findByText(text);
  expect(screen.queryByText('Baton closed', { exact: false })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeDefined();
});

// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AgentFlows, StoredRun } from '#flows/agent/agent-flows.ts';
import type { QueuedMessage } from '#storage/rows.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import { KeptMessages } from '#ui/features/conversation/agent/kept-messages.tsx';
import { QueuedMessages } from '#ui/features/conversation/agent/queued-messages.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { press } from '../../../support/user.ts';

const QUEUED: QueuedMessage = {
  id: 'q',
  at: 1,
  thinking: 'high',
  parts: [
    { type: 'image', mime: 'image/png', blob: 'b1', bytes: 3 },
    { type: 'file', mime: 'text/plain', name: 'notes.txt', blob: 'b2', bytes: 4, text: 'read' },
    { type: 'text', text: 'Look at these' },
    { type: 'text', text: 'Search first.', mode: 'search' },
  ],
};

it('a queued message goes back into its box with its files, before what is written there', async () => {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const file = { kind: 'file' as const, mime: 'text/plain', name: 'mine.txt', blob: 'b3', bytes: 1 };
  data.drafts.save('s', 'and more', [file]);
  const flows = onlyWith<AgentFlows>({ unqueue: async () => QUEUED });
  await render(
    <WithServices services={{ ...data, agent: onlyWith<AgentServices>({ flows }) }}>
      <QueuedMessages sessionId="s" queued={[QUEUED]} title="Sends after this step" />
    </WithServices>,
  );
  expect(screen.getByText('Look at these').textContent).toBe('Look at these file, notes.txt');
  const shown: unknown[] = [];
  data.drafts.onReturn('s', (box) => shown.push(box));
  await press('Cancel: Look at these');
  const box = {
    text: 'Look at these\nand more',
    attachments: [
      { kind: 'image', mime: 'image/png', name: 'file', blob: 'b1', bytes: 3 },
      { kind: 'file', mime: 'text/plain', name: 'notes.txt', blob: 'b2', bytes: 4 },
      file,
    ],
    asks: { thinking: 'high', modes: ['search'] },
  };
  expect(shown).toEqual([expect.objectContaining(box)]);
  await act(() => data.drafts.flush());
  expect(await data.db.drafts.get('s')).toMatchObject(box);
});

it.each([
  ['with the next message', null, 'Not sent yet. It goes out with your next message.'],
  [
    'when its run continues, too',
    { id: 'r', can: { resume: true, close: false }, reason: { kind: 'cancelled', by: 'user' } },
    'Not sent yet. It goes out when you continue or send a message.',
  ],
] as const)('what a run keeps says when it goes out: %s', async (_name, run, title) => {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const readRun = async () => run as StoredRun | null;
  const flows = onlyWith<AgentFlows>({ readRun, readKept: async () => [QUEUED] });
  const runs = createAgentRuns((fn) => fn());
  await render(
    <WithServices services={{ ...data, agent: onlyWith<AgentServices>({ flows, runs }) }}>
      <KeptMessages sessionId="s" version="1" />
    </WithServices>,
  );
  expect(await screen.findByText(title)).toBeDefined();
});

// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { unifiedDiff } from '#core/unified-diff.ts';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { AnswerParts } from '#ui/features/conversation/message/answer-parts.tsx';
import { ResultBody } from '#ui/features/conversation/message/tool-result.tsx';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { WithServices } from '#test/fakes/services.tsx';
import { InScene } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';

const call = (id: string, path: string): StoredPart => ({ type: 'tool_call', id, name: 'read', args: { path } });
const result = (callId: string, status: 'ok' | 'denied'): StoredPart => ({
  type: 'tool_result',
  callId,
  text: '',
  outcome: { status },
});

async function shown(parts: StoredPart[], results: StoredPart[]) {
  const agent: Partial<AgentServices> = {
    runs: createAgentRuns(() => undefined),
    flows: {} as Partial<AgentFlows> as AgentFlows,
  };
  const toolMessage = { id: 't', role: 'tool', parts: results } as Partial<StoredMessage> as StoredMessage;
  const { container } = await render(
    <WithServices services={{ agent: agent as AgentServices }}>
      <AnswerParts messageId="m" parts={parts} results={[toolMessage]} live={false} startedAt={0} />
    </WithServices>,
  );
  return container.textContent ?? '';
}

it('shows each call with its own result, also where two have one id', async () => {
  const said = await shown(
    [call('call_0', 'one.txt'), call('call_0', 'two.txt')],
    [result('call_0', 'ok'), result('call_0', 'denied')],
  );
  expect(said).toMatch(/one\.txt *done.*two\.txt *denied/s);
});

it.each([
  ['denied', 'Result'],
  ['interrupted', 'Result'],
  ['timeout', 'Result: failed'],
] as const)('says of a result only that it failed if its call did: %s', async (status, label) => {
  const given = { type: 'tool_result', text: 'It did not run.', isError: true, outcome: { status } } as const;
  await render(
    <WithServices services={{ db: await openTestDatabase(), onUnreadableRow: () => undefined }}>
      <InScene>
        <ResultBody result={given} tool="read" />
      </InScene>
    </WithServices>,
  );
  expect(screen.getByText(label)).toBeDefined();
});

it('names the file of an edit and how many lines it changed, folded', async () => {
  const edited = 'builtin_workspace_server__edit';
  const args = { path: 'src/zone.ts', old_text: 'a', new_text: 'b\nc' };
  const text = `Changed src/zone.ts in one place.\n${unifiedDiff('src/zone.ts', 'a\n', 'b\nc\n')}`;
  const said = await shown(
    [
      { type: 'tool_call', id: 'c1', name: edited, args },
      { type: 'tool_call', id: 'c2', name: edited, args: { ...args, path: 'src/lane.ts' } },
    ],
    [
      { type: 'tool_result', callId: 'c1', name: edited, text, outcome: { status: 'ok' } },
      {
        type: 'tool_result',
        callId: 'c2',
        name: edited,
        text: 'Not found.',
        isError: true,
        outcome: { status: 'error' },
      },
    ],
  );
  expect(said).toMatch(/src\/zone\.ts lines: 2 added, 1 removed\+2 −1done/);
  expect(said).toMatch(/src\/lane\.ts *failed/);
  expect(said).not.toContain('old_text');
});

const settings = {
  store: createStore(() => ({ values: new Map() })),
  set: async () => undefined,
  close: () => undefined,
};

const showText = (text: string) =>
  render(
    <WithServices services={{ settings }}>
      <AnswerParts messageId="m" parts={[{ type: 'text', text }]} results={[]} live={false} startedAt={0} />
    </WithServices>,
  );

it('folds what gpt-oss thought in a text that was stored with its channels', async () => {
  await showText(
    '<|channel|>analysis<|message|>Two and two.<|end|><|start|>assistant<|channel|>final<|message|>Four.<|return|>',
  );
  expect(await screen.findByText('Four.')).toBeDefined();
  expect(screen.getByRole('button', { expanded: false })).toBeDefined();
  expect(document.body.textContent).not.toMatch(/Two and two|<\|/);
});

it('shows a text as it is that has more channels than any answer', async () => {
  await showText('<|channel|>analysis<|message|>x<|end|><|channel|>final<|message|>y<|end|>'.repeat(100));
  expect(await screen.findAllByText(/<\|channel\|>analysis/)).not.toEqual([]);
  expect(screen.queryByRole('button', { expanded: false })).toBeNull();
});

it('shows a text as one that a signature splits', async () => {
  const { container } = await render(
    <WithServices services={{}}>
      <AnswerParts
        messageId="m"
        parts={[
          { type: 'text', text: 'One wo' },
          { type: 'text', text: 'rd.', continues: true, signature: 'c2ln' },
          { type: 'text', text: '\n\nTwo.', continues: true },
        ]}
        results={[]}
        live={false}
        startedAt={0}
      />
    </WithServices>,
  );
  expect([...container.querySelectorAll('p')].map((paragraph) => paragraph.textContent)).toEqual(['One word.', 'Two.']);
});

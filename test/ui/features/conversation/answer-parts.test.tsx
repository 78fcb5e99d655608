// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { AnswerParts } from '#ui/features/conversation/message/answer-parts.tsx';
import { WithServices } from '#test/fakes/services.tsx';
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

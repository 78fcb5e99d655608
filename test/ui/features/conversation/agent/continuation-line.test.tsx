// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ContinuationView } from '#core/reliability/todo-continuation.ts';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import { createContinuations } from '#state/continuations.ts';
import { createElicitationQueue } from '#tools/elicitation-queue.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { ContinuationLine } from '#ui/features/conversation/agent/continuation-line.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { press as pressButton } from '../../../support/user.ts';

async function shown(language: 'en' | 'ko' = 'en') {
  const continuations = createContinuations();
  const flows = {
    cancelContinuation: vi.fn<AgentFlows['cancelContinuation']>(),
    continuePlan: vi.fn<AgentFlows['continuePlan']>(),
    setAutoContinue: vi.fn<AgentFlows['setAutoContinue']>(async () => undefined),
  };
  const agent: Partial<AgentServices> = {
    flows: flows as Partial<AgentFlows> as AgentFlows,
    runs: createAgentRuns(() => undefined),
    continuations,
    elicitations: createElicitationQueue(),
  };
  const { container } = await render(
    <WithServices services={{ agent: agent as AgentServices }}>
      <ContinuationLine sessionId="s" />
    </WithServices>,
    language,
  );
  const show = (view: ContinuationView | null) => act(async () => continuations.show('s', view));
  const press = (name: string) => pressButton(name, container);
  return { container, flows, show, press };
}

describe('the line about going on by itself', () => {
  it('counts down with two ways out, and says so in a notification', async () => {
    const { container, flows, show, press } = await shown();
    expect(container.textContent).toBe('');
    await show({ phase: 'countdown', seconds: 2, remaining: 3 });
    expect(container.textContent).toContain('3 todos are open. Continuing in 2 s.');
    expect(document.body.textContent).toContain('Todo ContinuationResuming in 2s… (3 tasks remaining)');
    await show({ phase: 'countdown', seconds: 1, remaining: 3 });
    expect(document.body.textContent).toContain('Resuming in 1s… (3 tasks remaining)');
    await press('Not now');
    expect(flows.cancelContinuation).toHaveBeenCalledWith('s');
    await press('Stop auto-continue');
    expect(flows.setAutoContinue).toHaveBeenCalledWith('s', false);
    await show(null);
    expect(container.textContent).toBe('');
  });

  it('can be stopped while it is at work', async () => {
    const { container, flows, show, press } = await shown();
    await show({ phase: 'sent', count: 2 });
    expect(container.textContent).toContain('Baton reminded the model to continue (reminder 2).');
    await press('Stop auto-continue');
    expect(flows.setAutoContinue).toHaveBeenCalledWith('s', false);
  });

  it('says why it does not go on where that can be changed, and nothing where it is plain to see', async () => {
    const { container, flows, show, press } = await shown();
    await show({ phase: 'paused', why: 'the user is writing', remaining: 1 });
    expect(container.textContent).toBe('');
    await show({ phase: 'paused', why: 'no progress', remaining: 1 });
    expect(container.textContent).toContain('nothing changed after three reminders');
    await press('Continue');
    expect(flows.continuePlan).toHaveBeenCalledWith('s');
  });

  it.each([
    ['en', 'the user asked to stop', '1 todo is open. Baton stopped continuing because you asked it to.', 'Continue'],
    ['en', 'answered without working', 'the model answered without doing any work.', 'Continue'],
    ['ko', 'the user asked to stop', '할 일 1개가 남았어요. 요청에 따라', '이어서 하기'],
    ['ko', 'answered without working', '모델이 작업 없이 답변만 해서', '이어서 하기'],
  ] as const)('says in %s that it ended because %s, and switches on again', async (language, why, expected, name) => {
    const { container, flows, show, press } = await shown(language);
    await show({ phase: 'paused', why, remaining: 1 });
    expect(container.textContent).toContain(expected);
    await press(name);
    expect(flows.continuePlan).toHaveBeenCalledWith('s');
  });

  it('announces a pause once, in a region that was there before', async () => {
    const { container, show } = await shown();
    const status = container.querySelector('[role="status"]');
    expect(status?.textContent).toBe('');
    await show({ phase: 'countdown', seconds: 2, remaining: 3 });
    await show({ phase: 'sent', count: 2 });
    expect(status?.textContent).toBe('');
    await show({ phase: 'paused', why: 'no progress', remaining: 1 });
    expect(status?.isConnected).toBe(true);
    expect(status?.textContent).toContain('nothing changed after three reminders');
    expect(container.querySelectorAll('[role="status"], [role="alert"], [aria-live]')).toHaveLength(1);
    await show(null);
    expect(status?.textContent).toBe('');
  });

  it('speaks Korean', async () => {
    const { container, show } = await shown('ko');
    await show({ phase: 'countdown', seconds: 2, remaining: 3 });
    expect(container.textContent).toContain('할 일 3개가 남았어요. 2초 뒤에 이어서 해요.');
  });
});

// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import type { ChatFlows } from '#flows/compose/chat-flows.ts';
import { createActiveRuns } from '#state/active-runs.ts';
import { createAgentRuns, type AgentRun } from '#state/agent-runs.ts';
import { createStreamingAnswers } from '#state/streaming-answers.ts';
import { createSession } from '#storage/session-repository.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { RunFoot } from '#ui/features/conversation/agent/run-foot.tsx';
import { lastWords } from '#ui/features/conversation/task-card/last-words.ts';
import { TaskOfCall } from '#ui/features/conversation/task-card/task-of-call.tsx';
import { agentRun, approval, runEnd } from '#test/fakes/agent-run.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { chatScene, InScene } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';

vi.mock('#ui/shared/models/model-picker.tsx', () => ({
  ModelPicker: ({ onChange }: { onChange: (target: object) => void }) => (
    <button type="button" onClick={() => onChange({ connection: 'c', model: 'other', thinking: 'off' })}>
      Model
    </button>
  ),
}));
vi.mock('#ui/features/conversation/agent/plan-panel.tsx', () => ({ PlanPanel: () => null }));
vi.mock('#ui/features/conversation/agent/usage-hint.tsx', () => ({ UsageHint: () => null }));
vi.mock('#ui/features/conversation/agent/continuation-line.tsx', () => ({ ContinuationLine: () => null }));
vi.mock('#ui/features/conversation/agent/approval-card.tsx', () => ({
  ApprovalCard: ({ sessionId, inPlace = false }: { sessionId: string; inPlace?: boolean }) => (
    <p data-testid={inPlace ? 'in place' : 'foot'}>{sessionId}</p>
  ),
}));

const setAutoContinue = vi.fn<AgentFlows['setAutoContinue']>(async () => undefined);

async function shown(background = false) {
  const db = await openTestDatabase();
  const root = await createSession(db, { target: null, at: 1 });
  const lineage = { above: [root.id], call: 'm#0', background };
  const task = await createSession(db, { title: 'Look it up', target: null, at: 2, task: lineage });
  const nested = await createSession(db, {
    title: 'Look deeper',
    target: null,
    at: 3,
    task: { above: [root.id, task.id], call: 'n#0', background: true },
  });
  const now = (fn: () => void) => fn();
  const [runs, liveRuns] = [createAgentRuns(now), createStreamingAnswers(now)];
  const activeRuns = createActiveRuns(runs, liveRuns);
  const flows = { stop: vi.fn<ChatFlows['stop']>(), setTarget: vi.fn<ChatFlows['setTarget']>(async () => undefined) };
  const agent = onlyWith<AgentServices>({
    runs,
    activeRuns,
    flows: onlyWith<AgentFlows>({ readRun: async () => null, setAutoContinue }),
  });
  const services = { db, onUnreadableRow: () => undefined, agent, liveRuns, flows: onlyWith<ChatFlows>(flows) };
  await render(
    <WithServices services={services}>
      <InScene scene={chatScene({ sessionId: root.id })}>
        <TaskOfCall callKey="m#0" />
        <RunFoot sessionId={root.id} last={undefined} readOnly busy={false} />
      </InScene>
    </WithServices>,
  );
  const publish = (id: string, change: Partial<AgentRun> = {}) => {
    const above = id === task.id ? [root.id] : [root.id, task.id];
    const title = id === task.id ? task.title : nested.title;
    const run = agentRun(id, { task: { above, title, background: false }, messageId: `answer of ${id}`, ...change });
    return act(async () => {
      runs.publish(id, () => run);
      return run;
    });
  };
  const say = (id: string, text: string) =>
    act(async () =>
      liveRuns.publish(id, () => ({
        sessionId: id,
        messageId: `answer of ${id}`,
        phase: 'answering',
        startedAt: 1,
        parts: [{ type: 'text', text }],
      })),
    );
  return { task, nested, flows, runs, liveRuns, publish, say };
}

it('shows what a running task says and calls, moves it to another model, and stops it', async () => {
  const { task, flows, runs, liveRuns, publish, say } = await shown();
  await screen.findByRole('link', { name: 'Open the task “Look it up”' });
  expect(screen.queryByRole('region', { name: /Progress/ })).toBeNull();
  const run = await publish(task.id, {
    phase: 'calling',
    step: 3,
    calls: [
      {
        key: 'k',
        name: 'notes__add',
        tool: null,
        state: 'waiting',
        output: '',
        cut: false,
        waitsForUser: false,
        cancelling: false,
      },
    ],
  });
  await say(task.id, 'The rules say');
  const stream = await screen.findByRole('region', { name: 'Progress of “Look it up”' });
  expect(within(stream).getByRole('group', { name: 'Last words' }).textContent).toBe('The rules say');
  expect(within(stream).getByRole('list', { name: 'Calls now' }).textContent).toBe('notes · addqueued');
  await userEvent.click(await within(stream).findByRole('button', { name: 'Model' }));
  expect(flows.setTarget).toHaveBeenCalledWith(task.id, expect.objectContaining({ model: 'other' }));
  await userEvent.click(within(stream).getByRole('button', { name: /^Stop task\s*Look it up$/ }));
  expect(flows.stop).toHaveBeenCalledWith(task.id);
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Open the task “Look it up”' }));

  const fold = screen.getByRole('button', { name: /^Progress of “Look it up”:\s*Step 3 · calling tools/ });
  fold.focus();
  await userEvent.keyboard('{Enter}');
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('region', { name: /Progress/ })).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('region', { name: /Progress/ })).toBeDefined();
  await act(async () => {
    liveRuns.end(task.id, null);
    runs.end(runEnd(run, { kind: 'finished' }));
  });
  expect(screen.queryByRole('region', { name: /Progress/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Open the task “Look it up”' })).toBeDefined();
});

it('asks in one place: above the message box, or in the card once the user answers there', async () => {
  const { task, publish } = await shown();
  await publish(task.id, { phase: 'calling', approvals: [approval('k')] });
  expect((await screen.findByTestId('foot')).textContent).toBe(task.id);
  await userEvent.click(await screen.findByRole('button', { name: /^Answer here\s*Look it up$/ }));
  expect((await screen.findByTestId('in place')).textContent).toBe(task.id);
  expect(screen.queryByTestId('foot')).toBeNull();
  // Out of view, it is asked above the message box again.
  await userEvent.click(screen.getByRole('button', { name: /^Progress of “Look it up”/ }));
  expect(screen.queryByTestId('in place')).toBeNull();
  expect(await screen.findByTestId('foot')).toBeDefined();
});

it('has the tasks that a task began inside', async () => {
  const { task, nested, flows, publish, say } = await shown();
  await publish(task.id);
  await publish(nested.id);
  await say(nested.id, 'Deeper still');
  const inside = await screen.findByRole('region', { name: 'Progress of “Look deeper”' });
  expect(screen.getByRole('list', { name: 'Tasks it began' }).contains(inside)).toBe(true);
  expect(within(inside).getByText('Deeper still')).toBeDefined();
  await userEvent.click(within(inside).getByRole('button', { name: /^Stop task\s*Look deeper$/ }));
  expect(flows.stop).toHaveBeenCalledExactlyOnceWith(nested.id);
});

it('quotes the last lines of an answer, without a cut word', () => {
  expect(lastWords([])).toBeNull();
  expect(lastWords([{ type: 'thinking', text: 'Well' }])).toEqual({ kind: 'thinking', text: 'Well' });
  expect(
    lastWords([
      { type: 'thinking', text: 'Well' },
      { type: 'text', text: ' \n' },
    ])?.kind,
  ).toBe('thinking');
  expect(
    lastWords([
      { type: 'text', text: 'One.' },
      { type: 'thinking', text: 'Hm' },
    ])?.text,
  ).toBe('One.');
  const long = lastWords([{ type: 'text', text: 'word '.repeat(1_000) }]);
  expect(long?.text).toMatch(/^…word (word )*word$/);
  expect(lastWords([{ type: 'text', text: 'x'.repeat(5_000) }])?.text).toMatch(/^…x{1200}$/);
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n');
  expect(lastWords([{ type: 'text', text: lines }])?.text.split('\n')).toHaveLength(12);
});

it('lets a background task go on by itself, and no other', async () => {
  const { task, publish } = await shown(true);
  await publish(task.id);
  const stream = await screen.findByRole('region', { name: 'Progress of “Look it up”' });
  const go = await within(stream).findByRole('switch', { name: 'Keep going until the plan is done' });
  expect(go.getAttribute('aria-checked')).toBe('false');
  await userEvent.click(go);
  expect(setAutoContinue.mock.calls).toEqual([[task.id, true]]);
});

it('has no such switch for a task that its run waits for', async () => {
  const { task, publish } = await shown();
  await publish(task.id);
  const stream = await screen.findByRole('region', { name: 'Progress of “Look it up”' });
  await within(stream).findByRole('button', { name: /^Stop task/ });
  expect(within(stream).queryByRole('switch')).toBeNull();
});

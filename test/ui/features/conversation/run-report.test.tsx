// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { BatonDatabase } from '#storage/database.ts';
import { appendMessages, type NewMessage } from '#storage/write-messages.ts';
import type { StoredPart } from '#storage/rows.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { ShowPanelsContext } from '#ui/features/conversation/scene/conversation-context.ts';
import type { Panels } from '#ui/features/conversation/scene/use-panels.ts';
import { RunReport } from '#ui/features/conversation/work/run-report.tsx';
import { unifiedDiff } from '#core/unified-diff.ts';
import { agentRun, runEnd } from '#test/fakes/agent-run.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { chatScene, fakeActions, InScene } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';

const FILES = 'builtin_workspace_server__';
type Call = [name: string, args: object, text: string, isError?: boolean];

const edit = (path: string): Call => [
  `${FILES}edit`,
  { path, old_text: 'a', new_text: 'b' },
  `Changed ${path} in one place.\n${unifiedDiff(path, 'a\n', 'b\nc\n')}`,
];
const run = (command: string, text: string, isError = false): Call => [
  'builtin_shell_server__run',
  { command },
  text,
  isError,
];

async function stored(steps: readonly Call[][]) {
  const db = await openTestDatabase();
  const session = await createSession(db, { target: null, at: 1 });
  const { fence } = await claimSession(db, session.id);
  const base = { status: 'complete' as const, createdAt: 1_000, completedAt: 2_000 };
  const all: NewMessage[] = [
    { ...base, id: 'q', parentId: null, role: 'user', parts: [{ type: 'text', text: 'Go.' }] },
  ];
  const origin = { vendor: 'openai' as const, model: 'gpt' };
  for (const [at, calls] of steps.entries()) {
    const parts: StoredPart[] = calls.map(([name, args], n) => ({ type: 'tool_call', id: `c${n}`, name, args }));
    const results: StoredPart[] = calls.map(([name, , text, isError], n) => ({
      type: 'tool_result',
      callId: `c${n}`,
      name,
      text,
      outcome: { status: isError ? 'error' : 'ok', ms: 1_200 },
    }));
    const parentId = all.at(-1)?.id ?? null;
    all.push({ ...base, id: `a${at}`, parentId, role: 'assistant', origin, stop: 'tool', parts });
    all.push({ ...base, id: `t${at}`, parentId: `a${at}`, role: 'tool', parts: results });
  }
  const parentId = all.at(-1)?.id ?? null;
  all.push({ ...base, id: 'end', parentId, role: 'assistant', origin, parts: [{ type: 'text', text: 'Done.' }] });
  await appendMessages(db, fence, all);
  return { db, sessionId: session.id };
}

async function shown(
  steps: readonly Call[][],
  language: 'en' | 'ko' = 'en',
  more: (db: BatonDatabase, sessionId: string) => Promise<unknown> = async () => undefined,
) {
  const { db, sessionId } = await stored(steps);
  await more(db, sessionId);
  const show = vi.fn<(change: Partial<Panels>) => void>();
  const actions = fakeActions();
  const runs = createAgentRuns((fn) => fn());
  const agent = onlyWith<AgentServices>({ runs });
  await render(
    <WithServices services={{ db, onUnreadableRow: () => undefined, agent }}>
      <InScene scene={chatScene({ sessionId, actions })}>
        <ShowPanelsContext value={show}>
          <RunReport lastId="end" last />
        </ShowPanelsContext>
      </InScene>
    </WithServices>,
    language,
  );
  return { actions, runs, sessionId, show };
}

const STEPS: Call[][] = [
  [[`${FILES}read`, { path: 'src/relay.ts' }, '']],
  [
    edit('src/relay.ts'),
    [`${FILES}write`, { path: 'docs/zone.md' }, `Created.\n${unifiedDiff('docs/zone.md', null, 'x\n')}`],
  ],
  [run('npm test', '      Tests  1 failed | 2 passed (3)', true)],
  [edit('src/relay.ts')],
  [run('npm test', '      Tests  3 passed (3)')],
];

it('says what a run changed, ran and tested, and goes to each of its steps', async () => {
  const { actions } = await shown(STEPS);
  const report = await screen.findByRole('region', { name: 'What this run did' });
  expect(report.textContent).toContain('5 steps');
  const file = within(report).getByRole('button', { name: 'src/relay.ts lines: 4 added, 2 removed' });
  expect(within(report).getByRole('button', { name: 'docs/zone.md new lines: 1 added, 0 removed' })).toBeDefined();
  const command = within(report).getByRole('button', { name: 'npm test ×2 3 tests passed 1 s' });
  expect(report.textContent).toContain('AlsoRead relay.ts');
  await userEvent.click(file);
  await userEvent.click(command);
  await userEvent.click(within(report).getByText('Every step'));
  await userEvent.click(within(report).getByRole('button', { name: 'Step 2 Edited relay.ts, wrote zone.md' }));
  expect(actions.goTo.mock.calls).toEqual([['a3'], ['a4'], ['a1']]);
});

it('leads to the file changes of the run', async () => {
  const { show } = await shown(STEPS);
  const report = await screen.findByRole('region', { name: 'What this run did' });
  await userEvent.click(within(report).getByRole('button', { name: 'File changes' }));
  expect(show.mock.calls[0]?.[0].beside).toMatchObject({ props: { run: 'a3' } });
});

it('includes what its tasks cost, and those below them, in its cost', async () => {
  const task: Call = ['task', { title: 'Look', prompt: 'Look.' }, 'Looked.'];
  await shown([[task], [edit('a.ts')]], 'en', async (db, root) => {
    const begin = async (above: string[], call: string, cost: number | null) => {
      const { id } = await createSession(db, { target: null, at: 2, task: { above, call, background: false } });
      const usage = { input: 1, output: 1 };
      await db.usage.put({
        id: `u${id}`,
        sessionId: id,
        at: 2,
        connection: 'c',
        vendor: 'openai',
        model: 'm',
        usage,
        cost,
      });
      return id;
    };
    const child = await begin([root], 'a0#0', 0.25);
    await begin([root, child], 'x#0', 0.5);
    // Of another run, and so not of this report.
    await begin([root], 'earlier#0', 8);
    await begin([root], 'a0#0', null);
  });
  const report = await screen.findByRole('region', { name: 'What this run did' });
  expect(report.textContent).toContain('at least $0.750');
  expect(report.textContent).toContain('$0.750 of it for tasks');
});

it('shows no raw name of a tool, in Korean as in English', async () => {
  await shown([...STEPS, [['notes__add', {}, '']]], 'ko');
  const report = await screen.findByRole('region', { name: '이번 실행에서 한 일' });
  expect(report.textContent).toContain('relay.ts 읽음, add 사용');
  expect(report.textContent).toContain('테스트 3개 통과');
  expect(report.textContent).not.toMatch(/builtin_|__/);
});

it('cuts long lists, and shows all of them when asked', async () => {
  const files = Array.from({ length: 20 }, (_, at) => [edit(`file${at}.ts`)]);
  await shown(files);
  const rows = () => screen.queryAllByRole('button', { name: /^file\d+\.ts/ });
  await screen.findByText('20 files changed');
  expect(rows()).toHaveLength(6);
  await userEvent.click(screen.getByRole('button', { name: 'Show 14 more' }));
  expect(rows()).toHaveLength(20);
});

it('waits until the run has ended', async () => {
  const { runs, sessionId } = await shown([]);
  await screen.findByRole('region', { name: 'What this run did' });
  const going = agentRun(sessionId);
  await act(async () => runs.publish(sessionId, () => going));
  expect(screen.queryByRole('region', { name: 'What this run did' })).toBeNull();
  await act(async () => runs.end(runEnd(going, { kind: 'finished' })));
  expect(await screen.findByRole('region', { name: 'What this run did' })).toBeDefined();
});

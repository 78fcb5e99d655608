import type { CallStatus } from '#core/call-outcome.ts';
import type { EndReason, RunFact } from '#core/agent/run-record.ts';
import { unifiedDiff } from '#core/unified-diff.ts';
import { type Fixture, THEN, Thread, together } from '../fixture.ts';
import type { Story, StoryGroup } from '../story.ts';

const RUN = 'builtin_shell_server__run';
const ON = { tools: { on: true, mode: 'ask' as const, off: [] } };

/** A conversation with a stored run. Its last message is the answer of the run's first step. */
function withRun(id: string, facts: (answerId: string) => readonly RunFact[], open: 0 | 1): Fixture {
  const thread = new Thread(id, 'A run', ON)
    .user('Run the tests.')
    .answer([{ type: 'tool_call', id: 'c1', name: RUN, args: { command: 'npm test' } }], { stop: 'tool' });
  const answerId = `${id}-2`;
  const run = `run-${id}`;
  return together(thread.fixture(), {
    runs: [{ id: run, sessionId: id, open, queued: [], startedAt: THEN }],
    runRecords: [
      { type: 'run_started', after: `${id}-1` } as const,
      { type: 'step_started', step: 1, answerId } as const,
      { type: 'answered', step: 1, answerId, stop: 'tool', cost: 0.02, window: null } as const,
      ...facts(answerId),
    ].map((fact, seq) => ({ run, seq, record: { run, seq, at: THEN + seq * 1000, ...fact } })),
  });
}

const story = (id: string, title: string, stored: () => Fixture): Story => ({ id, title, route: `/s/${id}`, stored });

const ended = (id: string, title: string, reason: EndReason): Story =>
  story(id, title, () => withRun(id, () => [{ type: 'run_ended', reason, message: 'It ended.' }], 0));

const started = (answerId: string): RunFact => ({
  type: 'call_started',
  call: `${answerId}#0`,
  tool: RUN,
  kind: 'execute',
  once: true,
});

const taskCall = {
  type: 'tool_call' as const,
  id: 't1',
  name: 'builtin_task_server__task',
  args: { description: 'Read the rules', prompt: 'Read all rules of relay races.' },
};
const taskStatus: CallStatus = 'ok';

const tasks = () =>
  together(
    new Thread('above', 'Plan a relay', ON)
      .user('Plan it, and have the rules read.')
      .answer([{ type: 'text', text: 'I let a task read the rules.' }, taskCall], { stop: 'tool' })
      .results([
        {
          type: 'tool_result',
          callId: 't1',
          name: taskCall.name,
          text: 'The zone has 30 meters.',
          outcome: { status: taskStatus, ms: 64_000 },
        },
      ])
      .answer('The exchange happens within 30 meters.')
      .fixture(),
    new Thread('below', 'Read the rules', { ...ON, task: { above: ['above'], call: 'above-2#1', background: false } })
      .user('Read all rules of relay races.', { author: 'automation' })
      .answer('The zone has 30 meters.')
      .fixture(),
  );

const FILES = 'builtin_workspace_server__';

/** One step with one call. */
function step(thread: Thread, name: string, args: object, text: string, isError = false): Thread {
  const status: CallStatus = isError ? 'error' : 'ok';
  return thread
    .answer([{ type: 'tool_call', id: 'c1', name, args }], { stop: 'tool' })
    .results([{ type: 'tool_result', callId: 'c1', name, text, isError, outcome: { status, ms: 1_240 } }]);
}

const BEFORE = 'export function pass(zone: Zone): Baton {\n  // The zone ends here.\n  return zone.baton;\n}\n';
const AFTER =
  "export function pass(zone: Zone): Baton {\n  if (zone.length < 30) throw new ZoneError('too short');\n  return zone.baton;\n}\n";

/** A run of seven steps that changed files and ran its tests twice, with its plan. */
function longRun(): Fixture {
  const thread = new Thread('run-report', 'A zone of thirty meters', ON).user('Refuse zones that are too short.');
  step(thread, `${FILES}read`, { path: 'src/zone.ts' }, BEFORE);
  step(thread, `${FILES}grep`, { pattern: 'zone.baton' }, 'src/zone.ts:3: return zone.baton;');
  step(thread, 'builtin_planning_server__check_todo', { id: '1' }, 'Done.');
  const diff = unifiedDiff('src/zone.ts', BEFORE, AFTER);
  const args = { path: 'src/zone.ts', old_text: '  // The zone ends here.', new_text: AFTER.split('\n')[1] };
  step(thread, `${FILES}edit`, args, `Changed src/zone.ts in one place.\n${diff}`);
  step(thread, RUN, { command: 'npm test' }, '      Tests  1 failed | 41 passed (42)\n[exit code 1, 1.2 s]', true);
  const test = "test('short zones', () => expect(() => pass(short)).toThrow(ZoneError));\n";
  const created = `Created test/zone.test.ts.\n${unifiedDiff('test/zone.test.ts', null, test)}`;
  step(thread, `${FILES}write`, { path: 'test/zone.test.ts', content: test }, created);
  step(thread, RUN, { command: 'npm test' }, '      Tests  43 passed (43)\n[exit code 0, 1.2 s]');
  const fixture = thread.answer('Zones under thirty meters are refused now, and a test covers it.').fixture();
  const todos = [
    { id: '1', content: 'Find where a zone begins', done: true, summary: 'src/zone.ts' },
    { id: '2', content: 'Refuse short zones', done: true },
    { id: '3', content: 'Describe it in the guide', done: false },
  ];
  const plan = { sessionId: 'run-report', goal: 'No zone under thirty meters', notes: [], lastId: 3, at: THEN };
  return together(fixture, { plans: [{ ...plan, todos }] });
}

export const runs: StoryGroup = {
  title: 'Runs',
  stories: [
    story('run-broken', 'A run that broke off while a tool ran', () =>
      withRun('run-broken', (answerId) => [started(answerId)], 1),
    ),
    story('run-waiting', 'A run that waited for a decision', () =>
      withRun(
        'run-waiting',
        (answerId) => [{ type: 'approval_asked', call: `${answerId}#0`, tool: RUN, because: 'policy', sources: [] }],
        1,
      ),
    ),
    ended('run-steps', 'A run at its limit of steps', { kind: 'steps', limit: 20 }),
    ended('run-cost', 'A run at its limit of cost', { kind: 'cost', limit: 1, spent: 1.04 }),
    ended('run-repeating', 'A run that repeats itself', { kind: 'repeating', tool: RUN, times: 3 }),
    story('run-report', 'The end of a long run, with its plan beside it', longRun),
    {
      id: 'run-steps-open',
      title: 'Steps of a run, unfolded, with a change',
      // A word of the code, which has a color of its own.
      userTexts: ['new'],
      route: '/s/run-report',
      stored: longRun,
      async act(user) {
        await user.press(/^Read zone\.ts/, 'main');
        await user.press(/^Files edit/, 'main');
        await user.press('Every step', 'main');
      },
    },
    {
      id: 'task-above',
      title: 'A call that began a task',
      route: '/s/above',
      stored: tasks,
      act: (user) => user.press(/^Tasks/, 'main'),
    },
    { id: 'task-below', title: 'The conversation of a task', route: '/s/below', stored: tasks },
    {
      id: 'orphans',
      title: 'What commands left running',
      route: '/s/above',
      stored: tasks,
      host: {
        'GET /api/left-running': {
          conversations: [
            {
              session: 'above',
              processes: [
                { pid: 4127, command: 'npm run dev' },
                { pid: 4130, command: 'tail -f /var/log/a-file-with-quite-a-long-name-that-does-not-fit.log' },
              ],
            },
          ],
        },
      },
      async act(user) {
        if (document.querySelector('[data-narrow]')) await user.press('Show sidebar');
        await user.press(/^1 running/);
      },
    },
  ],
};

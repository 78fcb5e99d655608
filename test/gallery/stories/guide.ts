import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { SEEN_HINTS_KEY } from '#core/setting-keys.ts';
import { CLAUDE, type Fixture, GEMINI, GPT, MINUTE, setting, THEN, Thread, together } from '../fixture.ts';
import type { StoryGroup } from '../story.ts';

/** What the README and the user's guide show. */

const usage = (input: number, output: number) => ({ usage: { input, output } }) as Partial<StoredMessage>;

const DRAFT = `Three things decide whether people come back:

1. **The first night.** Bright hall lights and a late dinner cost more sleep than the bed does.
2. **Who wakes them.** A knock beats an alarm, and a name beats a knock.
3. **The way home.** Most guests decide about next year on the platform, not in the room.`;

const TABLE = `| Change | Cost per night | Effort | Effect |
| --- | ---: | --- | --- |
| Dim the hall after ten | €0.40 | one evening | high |
| Dinner at seven | €0 | two talks | high |
| Wake by name | €0 | a list | medium |
| Tea on the platform | €1.10 | one volunteer | medium |

Start with the first two: they are free, and guests notice them on the first night.`;

const CHECK = `I checked the table against the guest book. One figure is off: **tea on the platform** was €0.80 in spring. The order stays the same.`;

const others = (): Fixture[] =>
  (
    [
      ['Letter to the landlord', 40, GPT],
      ['Why does the cache miss?', 90, CLAUDE],
      ['Names for a night train', 180, GEMINI],
      ['Translate the house rules', 60 * 26, GEMINI],
      ['Budget for the spring', 60 * 30, CLAUDE],
      ['Notes on the sleep study', 60 * 50, GPT],
    ] as const
  ).map(([title, minutes, { vendor, model }], at) => {
    const updatedAt = THEN - minutes * MINUTE;
    const target = { connection: vendor, model, thinking: 'medium' as const };
    return new Thread(`other-${at}`, title, { updatedAt, createdAt: updatedAt, lastVendor: vendor, target })
      .user(title)
      .answer('Here is a first version.')
      .fixture();
  });

const handoff = (): Fixture =>
  together(
    ...others(),
    new Thread('guide-handoff', 'A hostel where people sleep', {
      lastVendor: 'gemini',
    })
      .user('What makes guests of a hostel come back?')
      .answer(
        [
          { type: 'thinking', text: 'Sleep first. Then being known by name, then the last impression.' },
          { type: 'text', text: DRAFT },
        ],
        usage(412, 128),
      )
      .user('Put numbers on it.')
      .answer(TABLE, { origin: GPT, ...usage(702, 164) })
      .user('Is that right?')
      .answer(CHECK, { origin: GEMINI, ...usage(948, 51) })
      .fixture(),
  );

const ON = { tools: { on: true, mode: 'ask' as const, off: [] } };
type Call = Extract<StoredPart, { type: 'tool_call' }>;

const CALLS: readonly [Call, string][] = [
  [
    { type: 'tool_call', id: 'c1', name: 'builtin_shell_server__run', args: { command: 'npm test' } },
    '1 failed, 41 passed\nretry.test.ts: expected 3 tries, got 4',
  ],
  [
    { type: 'tool_call', id: 'c2', name: 'builtin_workspace_server__read', args: { path: 'src/retry.ts' } },
    'for (let tries = 0; tries <= limit; tries++) {',
  ],
  [
    {
      type: 'tool_call',
      id: 'c3',
      name: 'builtin_workspace_server__edit',
      args: { path: 'src/retry.ts', old_string: 'tries <= limit', new_string: 'tries < limit' },
    },
    'src/retry.ts is changed.',
  ],
  [{ type: 'tool_call', id: 'c4', name: 'builtin_shell_server__run', args: { command: 'npm test' } }, '42 passed'],
];

function agent(): Fixture {
  const thread = new Thread('guide-agent', 'The retry that tried once too often', ON).user(
    'A test of the retries fails. Find out why and mend it.',
  );
  for (const [call, text] of CALLS)
    thread
      .answer(call.id === 'c1' ? [{ type: 'text', text: 'I run the tests first.' }, call] : [call], { stop: 'tool' })
      .results([{ type: 'tool_result', callId: call.id, name: call.name, text, outcome: { status: 'ok', ms: 900 } }]);
  thread.answer(
    'The loop counted to `limit` inclusive, so it tried once too often. It now stops at `limit`, and all 42 tests pass.',
    usage(3120, 388),
  );
  return together(...others(), thread.fixture(), {
    plans: [
      {
        sessionId: 'guide-agent',
        goal: 'Mend the retries',
        todos: [
          { id: '1', content: 'Find the failing test', done: true },
          { id: '2', content: 'Mend the loop', done: true },
          { id: '3', content: 'Run all tests', done: true },
        ],
        notes: [],
        lastId: 3,
        at: THEN,
      },
    ],
  });
}

export const guide: StoryGroup = {
  title: 'Pictures of the guide',
  stories: [
    {
      id: 'guide-handoff',
      userTexts: ['Change', 'high', 'medium'],
      title: 'One conversation, three vendors',
      route: '/s/guide-handoff',
      stored: handoff,
    },
    {
      id: 'guide-hint',
      userTexts: ['Change', 'high', 'medium'],
      title: 'A knot that explains itself',
      route: '/s/guide-handoff',
      stored: () => together(handoff(), setting(SEEN_HINTS_KEY, [])),
    },
    {
      id: 'guide-agent',
      title: 'An agent run',
      route: '/s/guide-agent',
      stored: agent,
    },
  ],
};

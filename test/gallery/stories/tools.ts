import type { CallOutcome, CallStatus } from '#core/call-outcome.ts';
import type { StoredPart } from '#storage/rows.ts';
import { server } from '../fake-host.ts';
import { blob, type Fixture, THEN, Thread, together } from '../fixture.ts';
import type { Story, StoryGroup } from '../story.ts';

const RUN = 'builtin_shell_server__run';
const TEXTS: Record<CallStatus, string> = {
  ok: '42 tests passed',
  error: 'exit code 3\nbroken',
  crashed: 'The server ended while it worked.',
  timeout: 'Nothing came within 60 s.',
  cancelled: 'You stopped it.',
  interrupted: 'Baton closed while it ran.',
  denied: 'The user denied it.',
  unknown_tool: 'There is no such tool.',
  malformed: 'The arguments are not JSON.',
  not_run: 'The answer broke off first.',
};

type Call = Extract<StoredPart, { type: 'tool_call' }>;

/** A question, a call, its outcome, and the text after it. */
export function called(
  id: string,
  call: Partial<Call>,
  outcome: CallOutcome,
  text: string,
  more: Partial<Extract<StoredPart, { type: 'tool_result' }>> = {},
): Thread {
  const complete: Call = { type: 'tool_call', id: 'c1', name: RUN, args: { command: 'npm test' }, ...call };
  return new Thread(id, 'Tests of the relay', { tools: { on: true, mode: 'ask', off: [] } })
    .user('Run the tests.')
    .answer([{ type: 'text', text: 'I run them now.' }, complete], { stop: 'tool' })
    .results([
      {
        type: 'tool_result',
        callId: 'c1',
        name: complete.name,
        text,
        outcome,
        ...(outcome.status !== 'ok' && { isError: true }),
        ...more,
      },
    ])
    .answer('That is what came of it.');
}

const open = async (user: Parameters<NonNullable<Story['act']>>[0]) =>
  user.press(/^(Commands|Workspace|Files|Baton|Notebook|notes).*/, 'main');

/** Calls with these outcomes, in one session. */
function outcomes(id: string, ends: readonly CallStatus[]): Story {
  const thread = new Thread(id, 'How calls end', { tools: { on: true, mode: 'ask', off: [] } });
  for (const status of ends)
    thread
      .user(`And ${status.replace('_', ' ')}?`)
      .answer([{ type: 'tool_call', id: status, name: RUN, args: { command: 'npm test' } }], { stop: 'tool' })
      .results([
        {
          type: 'tool_result',
          callId: status,
          name: RUN,
          text: TEXTS[status],
          outcome: {
            status,
            ms: 1200,
            decision: status === 'denied' ? { given: 'deny', reason: 'keep it' } : { given: 'once' },
          },
          ...(status !== 'ok' && { isError: true }),
        },
      ]);
  return {
    id,
    title: `Calls: ${ends.map((one) => one.replace('_', ' ')).join(', ')}`,
    route: `/s/${id}`,
    stored: () => thread.answer('Done.').fixture(),
    act: open,
  };
}

const ends = Object.keys(TEXTS) as CallStatus[];
const statuses = [outcomes('calls-1', ends.slice(0, 5)), outcomes('calls-2', ends.slice(5))];

async function withImage(): Promise<Fixture> {
  const picture = await blob(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><rect width="300" height="120" fill="#345"/></svg>',
    'image/svg+xml',
  );
  return together(
    picture.fixture,
    called('call-image', { name: 'browser__screenshot', args: {} }, { status: 'ok', ms: 300 }, 'Taken.', {
      images: [{ mime: 'image/svg+xml', blob: picture.hash, bytes: picture.bytes }],
    }).fixture(),
  );
}

const PLAN = {
  sessionId: 'plan',
  goal: 'A relay that does not drop its baton',
  todos: [
    { id: '1', content: 'Measure the zone', done: true, summary: '30 meters' },
    { id: '2', content: 'Train the exchange', done: false },
    { id: '3', content: 'Run it twice', done: false },
  ],
  notes: ['The track is closed on Sundays.'],
  lastId: 3,
  at: THEN,
};

const plan = () => together(called('plan', {}, { status: 'ok', ms: 40 }, 'ok').fixture(), { plans: [PLAN] });

export const tools: StoryGroup = {
  title: 'Tools',
  stories: [
    ...statuses.map((story) => ({ ...story, userTexts: Object.values(TEXTS) })),
    {
      id: 'call-image',
      title: 'Call: a picture came back',
      route: '/s/call-image',
      stored: withImage,
      act: (user) => user.press(/screenshot/, 'main'),
    },
    {
      id: 'call-shortened',
      title: 'Call: a long result, shortened',
      route: '/s/call-shortened',
      stored: () =>
        together(
          called(
            'call-shortened',
            {},
            { status: 'ok', ms: 900, shortened: { output: 'output-1', removedLines: 280, removedBytes: 90_000 } },
            'row 1\n…\nrow 300',
          ).fixture(),
          {
            outputs: [
              {
                sessionId: 'call-shortened',
                id: 'output-1',
                call: 'call-shortened-2#1',
                name: RUN,
                text: Array.from({ length: 300 }, (_, row) => `row ${row + 1} of the output`).join('\n'),
                at: THEN,
              },
            ],
          },
        ),
      async act(user) {
        await open(user);
        await user.press('Open full output');
      },
    },
    {
      id: 'call-held-review',
      title: 'Call: held until a server is reviewed',
      route: '/s/call-held-review',
      host: {
        'GET /api/mcp/servers': {
          servers: [
            server('notes', {
              label: 'Notebook',
              approved: false,
              health: { state: 'approval', since: 0, reason: null, nextTry: null, crashes: 0 },
            }),
          ],
          warnings: [],
        },
      },
      stored: () =>
        called(
          'call-held-review',
          { name: 'notes__write', args: { text: 'Buy bananas' } },
          { status: 'not_run', held: { server: 'notes', why: 'review' } },
          'It was not run.',
        ).fixture(),
    },
    {
      id: 'call-held-sign-in',
      title: 'Call: held until you sign in',
      route: '/s/call-held-sign-in',
      host: {
        'GET /api/mcp/servers': {
          servers: [
            server('notes', {
              label: 'Notebook',
              definition: { kind: 'http', url: 'https://notes.example/mcp', headerNames: [], client: null },
              health: { state: 'sign-in', since: 0, reason: null, nextTry: null, crashes: 0 },
            }),
          ],
          warnings: [],
        },
      },
      stored: () =>
        called(
          'call-held-sign-in',
          { name: 'notes__write', args: { text: 'Buy bananas' } },
          { status: 'not_run', held: { server: 'notes', why: 'sign-in', scope: 'notes.write' } },
          'It was not run.',
        ).fixture(),
    },
    {
      id: 'call-left-comments',
      title: 'Call: an edit that left work, and what a script said',
      route: '/s/call-left-comments',
      stored: () =>
        called(
          'call-left-comments',
          {
            name: 'builtin_workspace_server__edit',
            args: { path: 'src/relay.ts', old_text: 'const a = 1;', new_text: '// TODO: measure\nconst a = 2;' },
          },
          {
            status: 'ok',
            ms: 12,
            decision: { given: 'session' },
            leftovers: [{ path: 'src/relay.ts', line: 12, kind: 'unfinished', text: '// TODO: measure' }],
            scripts: [{ script: 'lint', event: 'PostToolUse', did: 'said', text: 'One warning' }],
          },
          'Changed src/relay.ts',
        ).fixture(),
      act: open,
    },
    {
      id: 'call-without-result',
      title: 'A call without a result, and a result without a call',
      route: '/s/lone',
      stored: () =>
        new Thread('lone', 'Lone')
          .user('Run it.')
          .answer([{ type: 'tool_call', id: 'x', name: 'search__web', args: undefined, rawArgs: '{"query": "rel' }], {
            stop: 'aborted',
          })
          .results([{ type: 'tool_result', name: 'search__web', text: 'A result that nobody asked for' }])
          .fixture(),
    },
    { id: 'plan', title: 'The plan of a conversation', route: '/s/plan', stored: plan },
  ],
};

import type {
  CallChanges,
  ChangeList,
  ChangeState,
  CheckpointFacts,
  EntryState,
  FileChange,
  FileDiff,
  TakeBackPreview,
} from '#contract/checkpoints.ts';
import type { HostAnswers } from '../fake-host.ts';
import { MINUTE, THEN, Thread } from '../fixture.ts';
import type { Story, StoryGroup } from '../story.ts';

const ON = { tools: { on: true, mode: 'ask' as const, off: [] } };
const FOLDER = '/home/you/relay';

const file = (letter: string): EntryState => ({ kind: 'file', size: 900, hash: letter.repeat(64), mode: 0o644 });
const absent: EntryState = { kind: 'absent' };

let seq = 0;
const change = (shown: string, before: EntryState, after: EntryState, state: ChangeState = 'left'): FileChange => ({
  seq: (seq += 1),
  path: `${FOLDER}/${shown}`,
  shown,
  before,
  after,
  state,
});

const call = (step: string, tool: CallChanges['tool'], changes: FileChange[], more: Partial<CallChanges> = {}) => ({
  call: `${step}#0`,
  step,
  run: 'run-1',
  at: THEN + 3 * MINUTE,
  tool,
  command: null,
  look: null,
  changes,
  more: 0,
  ...more,
});

const LIST: ChangeList = {
  earlier: 0,
  calls: [
    call('files-2', 'edit', [change('src/zone.ts', file('a'), file('b'), 'changed')]),
    call('files-2', 'write', [change('src/baton.ts', absent, file('c'))]),
    call(
      'files-4',
      'run',
      [
        change('dist/relay.bin', file('d'), file('e'), 'no-copy'),
        change('notes/old.md', file('f'), absent),
        change('start.sh', file('a'), { kind: 'file', size: 900, hash: 'a'.repeat(64), mode: 0o755 }),
      ],
      { command: 'npm run build', look: { partial: null, uncopied: 1, interrupted: false } },
    ),
  ],
};

const DIFF: FileDiff = {
  kind: 'text',
  cut: false,
  diff: `--- a/src/zone.ts
+++ b/src/zone.ts
@@ -1,4 +1,5 @@
 /** Where the baton changes hands, in meters. */
-export const ZONE = 20;
+export const ZONE = 30;
+export const LANES = 8;
 
 export const inZone = (meters: number) => meters <= ZONE;
`,
};

const PREVIEW: TakeBackPreview = {
  upTo: 5,
  more: 0,
  files: LIST.calls
    .flatMap(({ changes }) => changes)
    .map(({ path, shown, before, after, state }) => ({
      path,
      shown,
      state: state === 'left' ? ('ready' as const) : state === 'changed' ? ('changed' as const) : ('no-copy' as const),
      now: after,
      goal: before,
      seen: 'seen',
    })),
};

const FACTS: CheckpointFacts = {
  settings: { on: true, commands: true, ignored: false },
  bytes: 18_400_000,
  most: 1_000_000_000,
  days: 30,
};

const host = (list: ChangeList): HostAnswers => ({
  'GET /api/checkpoints': FACTS,
  'GET /api/checkpoints/*': list,
  'POST /api/checkpoints/files/diff': DIFF,
  'POST /api/checkpoints/files/preview': PREVIEW,
});

const stored = () =>
  new Thread('files', 'A longer zone', ON)
    .user('The zone has 30 meters now. Change it and build.')
    .answer([{ type: 'tool_call', id: 'c1', name: 'builtin_workspace_server__edit', args: { path: 'src/zone.ts' } }], {
      stop: 'tool',
    })
    .results([{ type: 'tool_result', callId: 'c1', name: 'builtin_workspace_server__edit', text: 'Changed.' }])
    .answer([{ type: 'tool_call', id: 'c2', name: 'builtin_shell_server__run', args: { command: 'npm run build' } }], {
      stop: 'tool',
    })
    .results([{ type: 'tool_result', callId: 'c2', name: 'builtin_shell_server__run', text: 'Built.' }])
    .answer('It is 30 meters now, and the build is new.')
    .fixture();

const story = (id: string, title: string, act: Story['act'], list = LIST): Story => ({
  id,
  title,
  route: '/s/files',
  stored,
  host: host(list),
  ...(act && {
    act: async (user) => {
      await user.sees('It is 30 meters now, and the build is new.');
      await user.press('Conversation menu');
      await user.press('File changes');
      await act(user);
    },
  }),
});

export const changes: StoryGroup = {
  title: 'File changes',
  stories: [
    story('changes', 'What a run did to files', async (user) => {
      await user.press(/^src\/zone\.ts/);
      await user.sees(/LANES = 8/);
      await user.settles();
    }),
    story('changes-steps', 'The same by step', async (user) => {
      await user.press('Steps');
      await user.sees('npm run build');
      await user.settles();
    }),
    story('changes-ask', 'Before a run is taken back', async (user) => {
      await user.press('Take back this run…');
      await user.sees('dist/relay.bin');
      await user.settles();
    }),
    {
      ...story('changes-left', 'An answer was deleted whose changes are still there', undefined),
      // A toast stays as it was shown.
      userTexts: ['Message deleted', 'Undo'],
      act: async (user) => {
        await user.sees('It is 30 meters now, and the build is new.');
        await user.press('More', '[data-message="files-6"]');
        await user.press('Delete message');
        await user.sees('Keep');
        await user.settles();
      },
    },
    story(
      'changes-none',
      'Nothing was changed',
      async (user) => {
        await user.sees('No file changes yet.');
        await user.press('What is kept');
        await user.settles();
      },
      { calls: [], earlier: 0 },
    ),
  ],
};

import { answerOf } from '../anthropic-stream.ts';
import { type HostAnswers, server } from '../fake-host.ts';
import { fakeServer } from '../fake-server.ts';
import { Thread } from '../fixture.ts';
import type { Story, StoryGroup } from '../story.ts';
import type { User } from '../user.ts';

const WIRE = 'POST /api/vendors/anthropic/wire/*';
const stored = (id: string) => () =>
  new Thread(id, 'An answer on its way', { tools: { on: id.startsWith('live-tool'), mode: 'ask', off: [] } })
    .user('Hello')
    .answer('Hello! What can I do?')
    .fixture();

const send = async (user: User) => {
  await user.type('Message', 'Write down to buy bananas.');
  await user.press('Send');
};

const NOTES: HostAnswers = {
  ...fakeServer('notes'),
  'GET /api/mcp/servers': {
    servers: [
      server('notes', {
        label: 'Notes',
        tools: [
          {
            name: 'write',
            title: 'Write a note',
            description: 'Writes a note.',
            hash: 'cd'.repeat(32),
            approved: true,
            enabled: true,
            readOnly: false,
            destructive: false,
            openWorld: false,
            mirrored: [],
            characters: 240,
          },
        ],
      }),
    ],
    warnings: [],
  },
  'POST /api/mcp/approvals': { ticket: 'ticket', expiresAt: 4_000_000_000_000 },
};

const live = (id: string, title: string, host: HostAnswers, act: Story['act'] = send): Story => ({
  id,
  title,
  route: `/s/${id}`,
  stored: stored(id),
  host,
  act,
});

export const lives: StoryGroup = {
  title: 'On its way',
  stories: [
    live('live-waiting', 'Waiting for the first word', { [WIRE]: () => new Promise<Response>(() => undefined) }),
    live(
      'live-thinking',
      'Thinking',
      { [WIRE]: () => answerOf([{ thinking: 'Bananas are yellow.' }], { open: true }) },
      async (user) => {
        await send(user);
        await user.sees(/Thinking …/);
      },
    ),
    live('live-answering', 'Answering', { [WIRE]: () => answerOf([{ text: 'I write it **down**' }], { open: true }) }),
    live('live-retrying', 'Trying again', {
      [WIRE]: () =>
        Response.json({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, { status: 529 }),
    }),
    live(
      'live-tool-asks',
      'A call that asks',
      {
        ...NOTES,
        [WIRE]: () => answerOf([{ text: 'I write it down.' }, { tool: 'notes__write', args: { text: 'Buy bananas' } }]),
      },
      async (user) => {
        await send(user);
        await user.sees('Allow once');
      },
    ),
  ],
};

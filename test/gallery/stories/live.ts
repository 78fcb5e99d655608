import { answerOf } from '../anthropic-stream.ts';
import { type HostAnswers, streamed } from '../fake-host.ts';
import { withCommands, withServer } from '../fake-server.ts';
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
/** The card ignores a press right after it has appeared. */
const CARD_SETTLES_MS = 900;

const allow = async (user: User) => {
  await send(user);
  await user.sees('Allow once');
  await new Promise((resolve) => setTimeout(resolve, CARD_SETTLES_MS));
  await user.press('Allow once');
};

const callOnce = (): Response =>
  answerOf([{ text: 'I write it down.' }, { tool: 'notes__write', args: { text: 'Buy bananas' } }]);

const live = (id: string, title: string, host: HostAnswers, act: Story['act'] = send): Story => ({
  id,
  title,
  route: `/s/${id}`,
  stored: stored(id),
  host,
  act,
});
const calling = (id: string, title: string, act: Story['act'], host = withServer()): Story =>
  live(id, title, { ...host, [WIRE]: callOnce }, act);

/** The first answer begins a task. The task's own answer grows. */
function tasking(): () => Response {
  let asked = 0;
  return () => {
    asked += 1;
    return asked === 1
      ? answerOf([
          { text: 'I have it looked up.' },
          { tool: 'task', args: { title: 'Ripe bananas', prompt: 'When is a banana ripe?' } },
        ])
      : answerOf([{ text: 'A banana is ripe when its skin is yellow.\nBrown spots mean' }], { open: true });
  };
}

const elicit = (params: object) => withServer(() => [{ id: 'ask-1', method: 'elicitation/create', params }]);

const FORM = {
  mode: 'form',
  message: 'Where should the note go?',
  requestedSchema: {
    type: 'object',
    properties: {
      title: { type: 'string', title: 'Title', description: 'Shown in the list of notes' },
      list: { type: 'string', title: 'List', enum: ['Shopping', 'Work'] },
      count: { type: 'integer', title: 'How many', minimum: 1, maximum: 9 },
      pinned: { type: 'boolean', title: 'Pin it' },
      token: { type: 'string', title: 'Access token' },
    },
    required: ['title', 'list'],
  },
};

const DRAWING = [
  { type: 'response.created', response: { id: 'resp_1', model: 'gpt-6-sol' } },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { type: 'image_generation_call', id: 'ig_1', status: 'in_progress' },
  },
  { type: 'response.image_generation_call.generating', output_index: 0, item_id: 'ig_1' },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

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
        await user.sees(/Thinking…/);
      },
    ),
    live('live-answering', 'Answering', { [WIRE]: () => answerOf([{ text: 'I write it **down**' }], { open: true }) }),
    {
      ...live('live-picture', 'Making a picture', { 'POST /api/vendors/openai/wire/*': () => streamed(DRAWING, true) }),
      stored: () =>
        new Thread('live-picture', 'A picture on its way', {
          target: { connection: 'openai', model: 'gpt-6-sol', thinking: 'medium' },
          pictures: true,
        })
          .user('Hello')
          .answer('Hello! What can I do?')
          .fixture(),
    },
    live('live-retrying', 'Trying again', {
      [WIRE]: () =>
        Response.json({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, { status: 529 }),
    }),
    live('live-tool-task', 'A task that works', { ...withServer(), [WIRE]: tasking() }, async (user) => {
      await send(user);
      await user.sees(/Brown spots mean/);
    }),
    calling('live-tool-asks', 'A call that asks', async (user) => {
      await send(user);
      await user.sees('Allow once');
    }),
    live(
      'live-tool-command',
      'A command that asks',
      {
        ...withCommands(),
        [WIRE]: () =>
          answerOf([
            { text: 'I run the tests.' },
            { tool: 'builtin_shell_server__run', args: { command: 'npm test -- --reporter=dot' } },
          ]),
      },
      async (user) => {
        await send(user);
        await user.sees('Allow once');
        await user.press(/./, 'details summary');
      },
    ),
    calling(
      'live-tool-runs',
      'A call that runs',
      async (user) => {
        await allow(user);
        await user.sees('Reading the list');
      },
      withServer((progressToken) => [
        {
          method: 'notifications/progress',
          params: { progressToken, progress: 3, total: 8, message: 'Reading the list' },
        },
      ]),
    ),
    calling('live-tool-queue', 'A message that waits for the step', async (user) => {
      await allow(user);
      await user.type('Message', 'And milk, please.');
      await user.press('Send after this step');
    }),
    calling('live-tool-list', 'What is running', async (user) => {
      await allow(user);
      if (document.querySelector('[data-narrow]')) await user.press('Show sidebar');
      await user.press(/^1 running/);
    }),
    calling(
      'live-tool-form',
      'A server asks for details',
      async (user) => {
        await allow(user);
        await user.sees('Where should the note go?');
      },
      elicit(FORM),
    ),
    calling(
      'live-tool-page',
      'A server asks to open a page',
      async (user) => {
        await allow(user);
        await user.sees('Sign in to your notes.');
      },
      elicit({
        mode: 'url',
        message: 'Sign in to your notes.',
        elicitationId: 'page-1',
        url: 'https://notes.example/sign-in?session=42',
      }),
    ),
    live('live-tool-insert', 'What servers offer for a message', withServer(), async (user) => {
      await user.press('Add to the message');
      await user.press('From a server…');
      await user.sees('Shopping list');
    }),
    live('live-tool-fill', 'Filling in a prompt of a server', withServer(), async (user) => {
      await user.press('Add to the message');
      await user.press('From a server…');
      await user.press(/Tidy a note/);
    }),
  ],
};

import { answerOf } from '../anthropic-stream.ts';
import { CLAUDE, GPT, Thread } from '../fixture.ts';
import type { Story, StoryGroup } from '../story.ts';
import type { User } from '../user.ts';

const WIRE = 'POST /api/vendors/anthropic/wire/*';

const talk = () =>
  new Thread('handoff', 'A relay', { target: { connection: 'openai', model: GPT.model, thinking: 'medium' } })
    .user('Plan a relay.')
    .answer([
      { type: 'thinking', text: 'Who runs first?', signature: 's', durationMs: 2100 },
      { type: 'text', text: 'Four runners, **one** baton.' },
    ])
    .fixture();

const handoff = (id: string, title: string, act: (user: User) => Promise<void>, more: Partial<Story> = {}): Story => ({
  id: `handoff-${id}`,
  title,
  route: '/s/handoff',
  stored: talk,
  async act(user) {
    await user.sees('Continue');
    await act(user);
  },
  ...more,
});

const summarize = async (user: User) => {
  await user.press('Summarize first');
};

const compared = (id: string, answers: (thread: Thread) => Thread): Story => ({
  id: `compared-${id}`,
  title: `Compared answers: ${id}`,
  route: `/s/compared-${id}`,
  stored: () => answers(new Thread(`compared-${id}`, 'Compared').user('Who runs last?')).fixture(),
});

export const handoffs: StoryGroup = {
  title: 'Handing over and comparing',
  stories: [
    handoff('panel', 'Before you switch models', () => Promise.resolve()),
    handoff(
      'writing',
      'A summary being written',
      async (user) => {
        await summarize(user);
        await user.sees(/is writing/);
      },
      { host: { [WIRE]: () => answerOf([{ text: 'Goal: a relay' }], { open: true }) } },
    ),
    handoff(
      'written',
      'A summary to edit',
      async (user) => {
        await summarize(user);
        await user.sees('Edit it before you use it');
      },
      { host: { [WIRE]: () => answerOf([{ text: 'Goal: a relay with four runners and one baton.' }]) } },
    ),
    handoff(
      'failed',
      'A summary that failed',
      async (user) => {
        await summarize(user);
        await user.sees('Couldn’t summarize');
      },
      {
        host: {
          [WIRE]: () =>
            Response.json(
              { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low.' } },
              { status: 400 },
            ),
        },
      },
    ),
    handoff('next', 'Preview next request', (user) => user.press('What will be sent', 'main')),
    compared('undecided', (thread) =>
      thread
        .answer('Your **fastest** runner.', { origin: CLAUDE })
        .after(1)
        .answer('The one who is calm.', { origin: GPT })
        .after(1),
    ),
    {
      ...compared('chosen', (thread) =>
        thread
          .answer('Your fastest runner.', { origin: CLAUDE })
          .after(1)
          .answer('The one who is calm.', { origin: GPT }),
      ),
      act: (user) => user.press('Compare answers'),
    },
    compared('broken', (thread) =>
      thread
        .failed({ kind: 'overloaded', retryable: true, message: 'Overloaded', vendor: 'anthropic', status: 529 })
        .after(1)
        .answer('The one who', { origin: GPT, stop: 'length' })
        .after(1),
    ),
  ],
};

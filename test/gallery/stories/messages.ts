import { blob, CLAUDE, GEMINI, GPT, Thread, together } from '../fixture.ts';
import type { StoryGroup } from '../story.ts';

const MARKDOWN = `# Relay

A **baton** is _handed over_ at speed, see [the rules](https://worldathletics.org) and a footnote[^1].

> The exchange happens inside a zone of 30 meters.

1. first leg
2. second leg
   - [x] trained
   - [ ] measured

| Leg | Runner | Time |
| --- | :----: | ---: |
| 1 | Ada | 10.8 s |
| 2 | Grace, who has an unusually long name for a runner | 11.0 s |

$$t = \\sum_{i=1}^{4} \\frac{d_i}{v_i}$$

\`\`\`ts
export function pass(from: Runner, to: Runner): Baton {
  return to.take(from.hold()); // one long line that does not fit the width of a phone, to show how code scrolls
}
\`\`\`

[^1]: A note at the end.`;

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#0b6b63"/><circle cx="160" cy="100" r="60" fill="#f4c95d"/></svg>`;

async function attached() {
  const picture = await blob(PICTURE, 'image/svg+xml');
  const file = await blob('name,time\nAda,10.8\n', 'text/csv');
  return together(
    picture.fixture,
    file.fixture,
    new Thread('attached', 'Pictures and files')
      .user([
        { type: 'text', text: 'What do these show?' },
        { type: 'image', mime: 'image/svg+xml', name: 'zone.svg', blob: picture.hash, bytes: picture.bytes },
        { type: 'file', mime: 'text/csv', name: 'times-of-the-last-season.csv', blob: file.hash, bytes: file.bytes },
      ])
      .answer([
        { type: 'text', text: 'The exchange zone. I drew it again:' },
        { type: 'image', mime: 'image/svg+xml', blob: picture.hash, bytes: picture.bytes },
      ])
      .fixture(),
  );
}

const ends = new Thread('ends', 'How answers end')
  .user('Tell me everything.')
  .answer('I begin with the first leg', { status: 'interrupted' })
  .user('Go on.')
  .answer('The second leg is', { stop: 'aborted' })
  .user('And the third?')
  .answer('The third is where', { stop: 'length' })
  .user('How do I cheat?')
  .answer([{ type: 'refusal', text: 'I can’t help with that.' }], { stop: 'refusal' })
  .user('Nothing?')
  .answer([]);

const handed = new Thread('handed', 'One conversation, three vendors', { lastVendor: 'gemini' })
  .user('Plan a relay.')
  .answer('Four runners, **one** baton.', {
    origin: CLAUDE,
    usage: { input: 1200, output: 340, thinking: 120, cacheRead: 900 },
  })
  .user('Now the schedule.')
  .answer('Monday: starts. Tuesday: exchanges.', { origin: GPT, usage: { input: 1640, output: 210 } })
  .user('And the food?')
  .answer('Rice, bananas, water.', { origin: GEMINI, usage: { input: 1900, output: 120, estimated: 'output' } });

export const messages: StoryGroup = {
  title: 'Messages',
  stories: [
    {
      id: 'markdown',
      title: 'Text and Markdown',
      route: '/s/markdown',
      stored: () =>
        new Thread('markdown', 'Everything Markdown can do').user('How does a relay work?').answer(MARKDOWN).fixture(),
    },
    {
      id: 'thinking',
      title: 'Thinking, sealed thinking and blocks of a vendor',
      route: '/s/thinking',
      stored: () =>
        new Thread('thinking', 'Thinking')
          .user('Who runs last?')
          .answer([
            {
              type: 'thinking',
              text: 'The fastest usually runs last.\n\nBut the curve matters, too.',
              signature: 's',
              durationMs: 8400,
            },
            { type: 'redacted_thinking', data: 'x' },
            { type: 'vendor_block', kind: 'server_tool_use', data: '{"type":"server_tool_use","name":"web_search"}' },
            { type: 'text', text: 'Your fastest runner.' },
          ])
          .fixture(),
      act: (user) => user.press(/^Thought for/),
    },
    { id: 'attached', title: 'Pictures and files', route: '/s/attached', stored: attached },
    {
      id: 'picture',
      title: 'A picture, large',
      route: '/s/attached',
      stored: attached,
      act: async (user) => {
        await user.sees('exchange zone');
        await user.press(/zone\.svg/);
      },
    },
    { id: 'ends', title: 'How answers end', route: '/s/ends', stored: () => ends.fixture() },
    {
      id: 'stopped-last',
      title: 'An interrupted answer at the end',
      route: '/s/stopped',
      stored: () =>
        new Thread('stopped', 'Interrupted')
          .user('Tell me.')
          .answer('It was a dark', { status: 'interrupted' })
          .fixture(),
    },
    { id: 'handed', title: 'Handed over twice, with usage', route: '/s/handed', stored: () => handed.fixture() },
    {
      id: 'handoff-facts',
      title: 'What a handover says',
      route: '/s/handed',
      stored: () => handed.fixture(),
      act: (user) => user.press(/^Handed over/),
    },
    {
      id: 'versions',
      title: 'Two versions of an answer',
      route: '/s/versions',
      stored: () =>
        new Thread('versions', 'Versions').user('Say a number.').answer('Seven.').after(1).answer('Eight.').fixture(),
    },
    {
      id: 'edit',
      title: 'A message being edited',
      route: '/s/edit',
      stored: () => new Thread('edit', 'Editing').user('Say a nummber.').answer('Seven.').fixture(),
      act: (user) => user.press('Edit'),
    },
    {
      id: 'automation',
      title: 'What Baton said itself',
      route: '/s/automation',
      stored: () =>
        new Thread('automation', 'Continued')
          .user('Count.')
          .answer('1, 2,', { stop: 'length' })
          .user('Continue.', { author: 'automation' })
          .answer('3, 4')
          .fixture(),
    },
    {
      id: 'long-message',
      title: 'A long message, folded',
      route: '/s/long',
      stored: () =>
        new Thread('long', 'Long')
          .user(Array.from({ length: 60 }, (_, row) => `Row ${row + 1} of what was pasted`).join('\n'))
          .answer('I read it.')
          .fixture(),
    },
    {
      id: 'message-menu',
      title: 'The menu of an answer',
      route: '/s/menu',
      stored: () => new Thread('menu', 'Menu').user('Say a number.').answer('Seven.').fixture(),
      act: (user) => user.press('More'),
    },
    {
      id: 'empty',
      title: 'A conversation without messages',
      route: '/s/empty',
      stored: () => new Thread('empty', '').fixture(),
    },
    { id: 'missing', title: 'A conversation that is not there', route: '/s/nobody', stored: () => handed.fixture() },
  ],
};

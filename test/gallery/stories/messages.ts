import { DELETED, EXCLUDED } from '#core/normalize/base/overlays.ts';
import { blob, CLAUDE, type Fixture, GEMINI, GPT, THEN, Thread, together } from '../fixture.ts';
import type { StoryGroup } from '../story.ts';

const MARKDOWN = `# Relay

A **baton** is _handed over_ at speed, see [the rules](https://worldathletics.org) and a footnote[^1].

> The exchange happens inside a zone of 30 meters.

> [!WARNING]
> A dropped baton must be picked up by the runner who dropped it.

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
export function pass(from: Runner, next: Runner): Baton {
  return next.take(from.hold()); // one long line that does not fit the width of a phone, to show how code scrolls
}
\`\`\`

[^1]: A note at the end.`;

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#0b6b63"/><circle cx="160" cy="100" r="60" fill="#f4c95d"/></svg>`;

/** Voices that begin and never end: a browser without a system's has none. */
function giveVoices(): void {
  const voiceOf = (name: string, lang: string) => ({ name, lang, voiceURI: name, localService: true, default: false });
  const getVoices = () => [voiceOf('Ada', 'en-US'), voiceOf('Grace', 'en-GB'), voiceOf('Yuna', 'ko-KR')];
  const speaker = Object.assign(new EventTarget(), { getVoices, speak: () => undefined, cancel: () => undefined });
  Object.defineProperty(window, 'speechSynthesis', { value: speaker, configurable: true });
  Object.assign(window, { SpeechSynthesisUtterance: EventTarget });
}

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

async function unshown() {
  const broken = await blob('damaged', 'image/png');
  const gone = 'f'.repeat(64);
  return together(
    broken.fixture,
    new Thread('unshown', 'Images that can’t be shown')
      .user([
        { type: 'image', mime: 'image/png', name: 'exchange-zone.png', blob: broken.hash, bytes: broken.bytes },
        { type: 'image', mime: 'image/png', name: 'start.png', blob: gone, bytes: 4 },
        { type: 'text', text: 'What do these show?' },
      ])
      .answer([
        { type: 'text', text: 'The exchange zone, as in ![a map of the track](https://example.com/track.png).' },
        { type: 'image', mime: 'image/png', blob: broken.hash, bytes: broken.bytes },
      ])
      .fixture(),
  );
}

const PROMPT = 'The exchange zone of a relay, seen from above';
const REFUSAL = 'Your request was rejected by the safety system.';

async function made() {
  const picture = await blob(PICTURE, 'image/svg+xml');
  const failed = { type: 'image_generation_call', status: 'failed', result: null };
  const error = { message: REFUSAL };
  const block = (data: object) => ({
    type: 'vendor_block' as const,
    kind: 'image_generation_call',
    data: JSON.stringify(data),
  });
  return together(
    picture.fixture,
    new Thread('made', 'Pictures by a model', { pictures: true })
      .user('Draw the exchange zone.')
      .answer(
        [
          {
            type: 'image',
            mime: 'image/svg+xml',
            prompt: PROMPT,
            itemId: 'ig_1',
            blob: picture.hash,
            bytes: picture.bytes,
          },
          { type: 'text', text: 'The zone is yellow.' },
        ],
        { origin: GPT },
      )
      .user('And what no one may see?')
      .answer([block({ ...failed, error }), block(failed)], { origin: GPT })
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

/** A conversation whose first messages a summary replaces. `used`: requests carry it. */
function summarized(id: string, used: boolean): Fixture {
  const thread = new Thread(id, 'Summarized')
    .user('Plan a relay.')
    .answer('Four runners, **one** baton.')
    .user(
      [
        { type: 'text', text: 'This is a summary of the conversation so far.' },
        { type: 'text', text: '**Goal:** a relay.\n\n- Four runners\n- One baton' },
      ],
      { author: 'automation', origin: CLAUDE },
    )
    .user('Now the schedule.')
    .answer('Monday: starts. Tuesday: exchanges.', { origin: GPT });
  return together(thread.fixture(), {
    overlays: [
      {
        id: `${id}-overlay`,
        sessionId: id,
        target: { message: `${id}-3` },
        kind: used ? 'summary' : 'not-sent',
        reason: 'summarized for a handoff',
        data: { kept: 0, count: 2 },
        at: THEN,
      },
    ],
  });
}

const RULES = 'Write short sentences.\nRun the tests before you say that it works.';

const withContextFiles = () =>
  together(new Thread('along', 'Files of the folder').user('Fix the relay.').answer('Done.').fixture(), {
    overlays: [
      {
        id: 'along-overlay',
        sessionId: 'along',
        target: { message: 'along-1' },
        kind: 'context',
        reason: 'context files',
        data: {
          files: [
            { id: 'f1', kind: 'agents', path: 'AGENTS.md', text: RULES },
            { id: 'f2', kind: 'readme', path: 'src/relay/README.md', text: '# Relay' },
          ],
        },
        at: THEN,
      },
    ],
  });

const few = () => {
  const thread = new Thread('few', 'Not all of it is sent', { maxMessages: 2 });
  for (let leg = 1; leg <= 4; leg += 1) thread.user(`What about leg ${leg}?`).answer(`Leg ${leg} is run by *someone*.`);
  return thread.fixture();
};

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
        new Thread('thinking', 'The last runner')
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
    { id: 'unshown', title: 'Images that can’t be shown', route: '/s/unshown', stored: unshown },
    { id: 'attached', title: 'Pictures and files', route: '/s/attached', stored: attached },
    { id: 'made-pictures', title: 'Pictures by a model', route: '/s/made', userTexts: [PROMPT, REFUSAL], stored: made },
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
      act: (user) => user.press(/^Switched/),
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
      stored: async () => {
        const picture = await blob(PICTURE, 'image/svg+xml');
        const file = await blob('name,time\nAda,10.8\n', 'text/csv');
        const thread = new Thread('edit', 'Editing')
          .user([
            { type: 'image', mime: 'image/svg+xml', name: 'zone.svg', blob: picture.hash, bytes: picture.bytes },
            {
              type: 'file',
              mime: 'text/csv',
              name: 'times-of-the-last-season.csv',
              blob: file.hash,
              bytes: file.bytes,
            },
            { type: 'text', text: 'Who was the fasttest?' },
          ])
          .answer('Ada.')
          .fixture();
        return together(thread, picture.fixture, file.fixture);
      },
      act: (user) => user.press('Edit'),
    },
    {
      id: 'edited-answer',
      title: 'An answer that the user edited',
      route: '/s/edited-answer',
      stored: () =>
        new Thread('edited-answer', 'Editing an answer')
          .user('Say a number.')
          .answer('Seven.')
          .after(1)
          .answer('Seventeen.', { edited: true })
          .fixture(),
    },
    {
      id: 'edit-answer',
      title: 'An answer being edited',
      route: '/s/edit-answer',
      stored: () => new Thread('edit-answer', 'Editing an answer').user('Say a number.').answer('Seven.').fixture(),
      act: async (user) => {
        await user.press('More', '[data-message=edit-answer-2]');
        await user.press('Edit answer');
      },
    },
    {
      id: 'message-menu',
      title: 'What can be done with an answer',
      route: '/s/message-menu',
      stored: () =>
        new Thread('message-menu', 'The menu of an answer').user('Say a number.').answer('Seven.').fixture(),
      act: (user) => user.press('More', '[data-message=message-menu-2]'),
    },
    {
      id: 'read-aloud',
      title: 'An answer that is read aloud',
      route: '/s/read-aloud',
      stored: () =>
        new Thread('read-aloud', 'A relay, read aloud')
          .user('What is a baton?')
          .answer('It is a stick that one runner hands to the next, at full speed. The team may not drop it.')
          .fixture(),
      act: async (user) => {
        giveVoices();
        await user.press('More', '[data-message=read-aloud-2]');
        await user.press('Read aloud');
      },
    },
    {
      id: 'excluded',
      title: 'A message that is not sent',
      route: '/s/excluded',
      stored: () =>
        together(
          new Thread('excluded', 'A wrong turn')
            .user('Which bird is this?')
            .answer('It is a stork, which stands in shallow water and catches fish, frogs and sometimes small mammals.')
            .user('Look again.')
            .answer('It is a heron.')
            .fixture(),
          {
            overlays: [
              {
                id: 'o1',
                sessionId: 'excluded',
                target: { message: 'excluded-2' },
                kind: EXCLUDED,
                reason: 'asked for by the user',
                at: THEN,
              },
            ],
          },
        ),
    },
    {
      id: 'deleted',
      title: 'Messages that were deleted',
      route: '/s/deleted',
      stored: () =>
        together(
          new Thread('deleted', 'A wrong turn')
            .user('Which bird is this?')
            .answer('It is a stork, which stands in shallow water and catches fish, frogs and sometimes small mammals.')
            .user('Look again.')
            .answer('It is a heron.')
            .fixture(),
          {
            overlays: ['deleted-2', 'deleted-3'].map((message) => ({
              id: message,
              sessionId: 'deleted',
              target: { message },
              kind: DELETED,
              reason: 'asked for by the user',
              at: THEN,
            })),
          },
        ),
      act: async (user) => {
        await user.press('Conversation menu');
        await user.press('Deleted messages…');
      },
    },
    {
      id: 'deleted-result',
      title: 'A tool result that was deleted',
      route: '/s/deleted-result',
      stored: () =>
        together(
          new Thread('deleted-result', 'A list')
            .user('What is on my list?')
            .answer([{ type: 'tool_call', id: 'c1', name: 'notes__read', args: { name: 'list' } }], { stop: 'tool' })
            .results([{ type: 'tool_result', callId: 'c1', name: 'notes__read', text: 'Bananas' }])
            .answer('Bananas.')
            .fixture(),
          {
            overlays: [
              {
                id: 'o1',
                sessionId: 'deleted-result',
                target: { message: 'deleted-result-3', part: 0 },
                kind: DELETED,
                reason: 'asked for by the user',
                at: THEN,
              },
            ],
          },
        ),
      act: (user) => user.press(/read/, '[data-message=deleted-result-2]'),
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
      id: 'answer-menu',
      title: 'The menu of an answer',
      route: '/s/menu',
      stored: () => new Thread('menu', 'Menu').user('Say a number.').answer('Seven.').fixture(),
      act: (user) => user.press('More'),
    },
    {
      id: 'summary',
      title: 'A summary',
      route: '/s/summary',
      stored: () => summarized('summary', true),
      act: (user) => user.press(/sent as a summary/),
    },
    {
      id: 'summary-unused',
      title: 'A summary that is not used',
      route: '/s/summary-unused',
      stored: () => summarized('summary-unused', false),
      act: (user) => user.press(/^Summary not used/),
    },
    {
      id: 'context-files',
      title: 'Files of the folder that went along',
      route: '/s/along',
      stored: withContextFiles,
      act: (user) => user.press(/AGENTS\.md/),
    },
    {
      id: 'omitted',
      title: 'Messages that are not sent',
      route: '/s/few',
      stored: few,
      act: (user) => user.press(/earlier messages? (is|are)n/),
    },
    {
      id: 'options',
      title: 'What a message asked for',
      route: '/s/options',
      stored: () =>
        new Thread('options', 'Options')
          .user(
            [
              { type: 'text', text: 'Work this through to the end.', mode: 'ultrawork' },
              { type: 'text', text: 'Plan a relay.' },
            ],
            { thinking: 'high' },
          )
          .answer('Four runners, one baton.')
          .fixture(),
    },
    {
      id: 'empty',
      title: 'A conversation without messages',
      route: '/s/empty',
      stored: () => new Thread('empty', '').fixture(),
    },
    {
      id: 'empty-practice',
      userTexts: ['!show markdown'],
      title: 'A conversation with a practice model, without messages',
      route: '/s/empty-practice',
      stored: () =>
        new Thread('empty-practice', '', {
          target: { connection: 'practice-anthropic', model: 'practice-claude', thinking: 'medium' },
          lastVendor: null,
        }).fixture(),
      act: (user) => user.press('Commands for practice models', 'main'),
    },
    { id: 'missing', title: 'A conversation that is not there', route: '/s/nobody', stored: () => handed.fixture() },
  ],
};

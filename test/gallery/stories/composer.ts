import { connection, type HostAnswers } from '../fake-host.ts';
import { paragraph, pdf, word } from '../../documents/pack.ts';
import { stateOf } from '#flows/answer/conversation-state.ts';
import { blob, CLAUDE, MINUTE, THEN, Thread, together } from '../fixture.ts';
import type { Story, StoryGroup } from '../story.ts';
import type { User } from '../user.ts';

const talk = (id: string) => () =>
  together(new Thread(id, 'A relay').user('Plan a relay.').answer('Four runners, one baton.').fixture(), {
    prompts: [{ id: 'p1', name: 'review', text: 'Review {{what}} for {{flaws}}.', createdAt: THEN, updatedAt: THEN }],
  });

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const COMMANDS = ['compact', 'plan', 'model', 'instructions', 'search', 'analyze', 'ultrawork'];

const box = (id: string, title: string, act: (user: User) => Promise<void>, more: Partial<Story> = {}): Story => ({
  id: `box-${id}`,
  title,
  route: `/s/box-${id}`,
  // Commands keep their names.
  userTexts: COMMANDS,
  stored: talk(`box-${id}`),
  act,
  ...more,
});

async function withFiles() {
  const picture = await blob(
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="#345"/></svg>',
    'image/svg+xml',
  );
  const text = await blob('Row\n'.repeat(900), 'text/plain');
  return together(talk('box-files')(), picture.fixture, text.fixture, {
    drafts: [
      {
        sessionId: 'box-files',
        text: 'What do these show?',
        attachments: [
          { kind: 'image', mime: 'image/svg+xml', name: 'zone.svg', blob: picture.hash, bytes: picture.bytes },
          {
            kind: 'file',
            mime: 'text/plain',
            name: 'times-of-the-last-season-as-they-were-measured.txt',
            blob: text.hash,
            bytes: text.bytes,
            from: { server: 'notes', uri: 'notes://times' },
          },
        ],
        asks: { thinking: 'high', modes: ['search'] },
        at: THEN,
      },
    ],
  });
}

const relay = (id: string) =>
  new Thread(id, 'A relay', { target: { connection: 'anthropic', model: CLAUDE.model, thinking: 'low' } })
    .user('Plan a relay.')
    .answer('Four runners, one baton.')
    .fixture();

const withTarget = (id: string) => () => relay(id);

/** A message that the user sent without a network the day before. */
const withWaiting = (id: string, now: 'as then' | 'changed') => () => {
  const fixture = relay(id);
  const [session] = fixture.sessions ?? [];
  if (!session?.target) throw new Error(id);
  const at = THEN - 24 * 60 * MINUTE;
  const state = now === 'changed' ? '' : stateOf(session, []);
  const waiting = { id: 'w', at, target: session.target, state, attachments: [] };
  return together(fixture, {
    drafts: [{ sessionId: id, text: 'Who runs the second leg?', attachments: [], waiting, at }],
  });
};

async function withDocuments() {
  const report = await blob(
    pdf(
      Array.from({ length: 12 }, (_, page) => `(Page ${page + 1}: the second exchange lost 0.4 seconds in every heat)`),
    ),
    'application/pdf',
  );
  const plan = await blob(await word(paragraph('Plan', '1') + paragraph('Hold early, release late.')), WORD);
  const old = await blob(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'application/msword');
  const attached = (name: string, { hash, bytes }: { hash: string; bytes: number }, mime: string) => ({
    kind: 'file' as const,
    mime,
    name,
    blob: hash,
    bytes,
  });
  return together(talk('box-documents')(), report.fixture, plan.fixture, old.fixture, {
    drafts: [
      {
        sessionId: 'box-documents',
        text: 'Does the plan follow from the report?',
        attachments: [
          attached('report-of-the-season.pdf', report, 'application/pdf'),
          attached('plan.docx', plan, WORD),
          attached('notes-of-1999.doc', old, 'application/msword'),
        ],
        at: THEN,
      },
    ],
  });
}

async function withScan() {
  const { fixture, hash, bytes } = await blob(pdf(['(3)', '(4)']), 'application/pdf');
  return together(
    fixture,
    new Thread('box-scan', 'A relay', { target: { connection: 'xai', model: 'grok-4.7', thinking: 'low' } })
      .user('Plan a relay.')
      .fixture(),
    {
      drafts: [
        {
          sessionId: 'box-scan',
          text: 'What does it say?',
          attachments: [{ kind: 'file', mime: 'application/pdf', name: 'contract-of-1999.pdf', blob: hash, bytes }],
          at: THEN,
        },
      ],
    },
  );
}

const RELAY = '/home/you/work/relay';
const PATHS = ['README.md', 'docs/', 'docs/회의록.md', 'src/', 'src/app.ts', 'src/ui/', 'src/ui/message-box.tsx'];

/** A folder with some files, of which one is long and one is gone. */
const withRelay = (id: string): HostAnswers => ({
  [`GET /api/mcp/sessions/${id}/folders`]: { folders: [{ path: RELAY, own: null }], edits: false },
  [`POST /api/mcp/sessions/${id}/files`]: { version: '1', paths: PATHS.join('\n'), more: false },
  [`POST /api/mcp/sessions/${id}/files/facts`]: async (request) => {
    const { path } = (await request.json()) as { path: string };
    const state = path.endsWith('/') ? 'folder' : path.includes('gone') ? 'missing' : 'file';
    return Response.json({ state, bytes: path.endsWith('.log') ? 4_000_000 : 2_340, text: true, own: false });
  },
});

/** A draft that points at everything that can be pointed at. */
function withMentions() {
  const file = (path: string) => ({ kind: 'file' as const, token: `@${path}`, folder: RELAY, path });
  return together(talk('box-mentioned')(), {
    drafts: [
      {
        sessionId: 'box-mentioned',
        text: 'Compare @src/app.ts:10-80 with @docs/ and @A relay, then read @season.log and @src/gone.ts',
        attachments: [],
        mentions: [
          file('src/app.ts'),
          file('season.log'),
          file('src/gone.ts'),
          { kind: 'folder', token: '@docs/', folder: RELAY, path: 'docs/' },
          { kind: 'session', token: '@A relay', session: 'other', title: 'A relay' },
        ],
        at: THEN,
      },
    ],
  });
}

export const composer: StoryGroup = {
  title: 'The message box',
  stories: [
    box('commands', 'The list of commands', (user) => user.type('Message', '/')),
    box('mentions', 'What can be mentioned', (user) => user.type('Message', 'Compare @'), {
      host: withRelay('box-mentions'),
      userTexts: ['회의록.md'],
      stored: () =>
        together(
          talk('box-mentions')(),
          new Thread('box-mentions-2', 'The relay of May').user('Plan a relay.').answer('Four runners.').fixture(),
        ),
    }),
    box('mentions-none', 'Mentions without a folder', (user) => user.type('Message', '@')),
    {
      ...box('mentioned', 'What a message points at', (user) => user.draws('[role=alert] p')),
      stored: withMentions,
      host: withRelay('box-mentioned'),
      userTexts: [],
    },
    box(
      'folder',
      'Choosing a folder',
      async (user) => {
        await user.press(/^Tools:/);
        await user.press('Choose a folder…');
      },
      {
        userTexts: ['문서'],
        host: {
          'POST /api/mcp/sessions/box-folder/folders/pick': { native: false, path: null, folders: null },
          'POST /api/folders/browse': {
            path: '/home/you/work',
            home: '/home/you',
            above: [
              { name: '/', path: '/' },
              { name: 'home', path: '/home' },
              { name: 'you', path: '/home/you' },
              { name: 'work', path: '/home/you/work' },
            ],
            folders: ['relay', 'season-of-2026', '문서'].map((name) => ({ name, path: `/home/you/work/${name}` })),
            more: false,
            closed: false,
          },
        },
      },
    ),
    box('offline', 'Without a network', (user) => user.sees(/No network connection|네트워크에 연결/), {
      before: () => void Object.defineProperty(navigator, 'onLine', { value: false }),
    }),
    {
      ...box('waiting', 'A message that waits for a network', async (user) => {
        await user.type('Message', 'Who runs the second leg?');
        await user.keys('Enter');
        await user.sees(/Sends to|에 보내요/);
      }),
      stored: withTarget('box-waiting'),
      before: () => void Object.defineProperty(navigator, 'onLine', { value: false }),
    },
    {
      ...box('waiting-old', 'A message that waited since the day before', (user) =>
        user.sees(/Not sent yet|아직 보내지/),
      ),
      stored: withWaiting('box-waiting-old', 'as then'),
    },
    {
      ...box('waiting-changed', 'A message whose conversation has changed', (user) =>
        user.sees(/has changed since then|대화가 바뀌어/),
      ),
      stored: withWaiting('box-waiting-changed', 'changed'),
    },
    box('words', 'Options from words', (user) => user.type('Message', 'ultrathink about the exchange, search mode')),
    { ...box('files', 'Files and options', () => Promise.resolve()), stored: withFiles },
    {
      ...box('documents', 'Documents', (user) => user.sees(/12 pages · .* · as PDF/)),
      stored: withDocuments,
    },
    {
      ...box('scan', 'A scan, for a model that sees pictures', (user) =>
        user.sees(/as images \(2 pages\)|이미지로\(2쪽\)/),
      ),
      stored: withScan,
      host: {
        'GET /api/vendors': {
          connections: [connection('xai', { label: 'xAI', vendor: 'xai', protocol: 'openai-responses' })],
        },
      },
    },
    {
      ...box('document', 'What was read in a document', (user) =>
        user.press(/^report.*Show the text/).then(() => user.sees(/second exchange/)),
      ),
      route: '/s/box-documents',
      stored: withDocuments,
    },
    {
      ...box('pictures', 'A model that makes pictures', (user) => user.draws('[aria-label="Make images"]')),
      stored: () =>
        new Thread('box-pictures', 'A relay', {
          target: { connection: 'openai', model: 'gpt-6-sol', thinking: 'medium' },
          pictures: true,
        })
          .user('Draw a relay.')
          .fixture(),
    },
    box('prompt', 'A prompt to fill in', async (user) => {
      await user.type('Message', '/review');
      await user.keys('Enter');
    }),
    box('no-key', 'A model without a key', () => Promise.resolve(), {
      host: {
        'GET /api/vendors': {
          connections: [connection('anthropic', { label: 'Anthropic', configured: false, last4: null })],
        },
      },
    }),
    box('no-connection', 'A model whose connection is gone', () => Promise.resolve(), {
      host: {
        'GET /api/vendors': { connections: [connection('openai', { label: 'OpenAI', vendor: 'openai' })] },
      },
    }),
    box('thinking', 'Choosing how much it thinks', (user) => user.press(/^Thinking: /)),
    box('facts', 'Details of a model', async (user) => {
      await user.press(/^Model: /);
      await user.keys('e', { ctrlKey: true });
    }),
  ],
};

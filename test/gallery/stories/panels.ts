import { blob, MINUTE, THEN, Thread, together } from '../fixture.ts';
import type { Story, StoryGroup } from '../story.ts';
import type { User } from '../user.ts';

const PAGE = `<title>Relay</title><h1>Hand it over</h1><button onclick="pass()">Pass</button>`;

async function previewed() {
  const csv = await blob(`name,time\nAda,10.8\nGrace,11.0\n`, 'text/csv');
  return together(
    csv.fixture,
    new Thread('preview', 'A page')
      .user([
        { type: 'text', text: 'Make a page of these.' },
        { type: 'file', mime: 'text/csv', name: 'times.csv', blob: csv.hash, bytes: csv.bytes },
      ])
      .answer(`\`\`\`html\n${PAGE}\n\`\`\``)
      .fixture(),
  );
}

const RELAY = `flowchart LR
  A[Ada] -->|hands over| B[Grace]
  B --> C{In time?}
  C -->|yes| D((Anchor))
  C -->|no| A`;
const DRAWN = ['Lanes', 'Mermaid', 'SVG', 'Diagram'];
const LANES = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"><title>Lanes</title>
<rect width="240" height="20" fill="#c2410c"/><rect y="20" width="240" height="20" fill="#0f766e"/></svg>`;

const drawn = () =>
  new Thread('drawn', 'Drawings')
    .user('Draw the relay.')
    .answer(
      `\`\`\`mermaid\n${RELAY}\n\`\`\`\n\n\`\`\`svg\n${LANES}\n\`\`\`\n\n\`\`\`mermaid\nflowchart LR\n  A --> [broken\n\`\`\``,
    )
    .fixture();

const talk = () => {
  const thread = new Thread('talk', 'A relay', { tags: ['sport'], folder: 'f1' });
  for (let leg = 1; leg <= 6; leg += 1) thread.user(`What about leg ${leg}?`).answer(`Leg ${leg} is run by *someone*.`);
  return together(
    thread.fixture(),
    new Thread('other', 'Shopping', { pinned: 1 }).user('Bananas').answer('Noted.').fixture(),
    new Thread('away', 'Something old', { archivedAt: THEN }).user('Old').answer('Older.').fixture(),
    {
      folders: [{ id: 'f1', name: 'Sport', parent: null, createdAt: THEN, updatedAt: THEN } as never],
      sends: [
        {
          id: 'talk-12',
          sessionId: 'talk',
          at: THEN + 12 * MINUTE,
          connection: 'anthropic',
          vendor: 'anthropic',
          model: 'claude-sonnet-5-5',
          endpoint: 'https://anthropic.example',
          thinking: 'medium',
          system: '',
          notes: [{ rule: 'merge_same_role', message: 'talk-3' }],
          left: 2,
          first: 'talk-3',
          tokens: 1200,
          budget: 180_000,
          digest: 'x',
          vendorNotes: [],
          repairs: [{ kind: 'invalid_signature', message: 'Invalid `signature`' }],
        },
      ],
      assistants: [
        { id: 'a1', name: 'Editor', system: 'You edit texts.', target: null, createdAt: THEN, updatedAt: THEN },
      ],
    },
  );
};

const panel = (id: string, title: string, act: (user: User) => Promise<void>, more: Partial<Story> = {}): Story => ({
  id,
  title,
  route: '/s/talk',
  stored: talk,
  act: async (user) => {
    await user.sees('Leg 6');
    await act(user);
  },
  ...more,
});

/** A conversation with tools and two folders, about one of which the user has not been asked. */
const desk = (id: string, title: string, act: (user: User) => Promise<void>): Story => ({
  id: `desk-${id}`,
  title,
  route: `/s/desk-${id}`,
  stored: () =>
    new Thread(`desk-${id}`, 'A relay', { tools: { on: true, mode: 'edits', off: [] } })
      .user('What is in the folder?')
      .answer('The times of every leg.')
      .fixture(),
  host: {
    'GET /api/mcp/sessions/*': {
      folders: [
        { path: '/home/you/relay', own: true },
        { path: '/home/you/downloads/times', own: null },
        { path: '/home/you/vendor', own: false },
      ],
      edits: true,
    },
    'GET /api/mcp/permissions': {
      commands: [],
      folders: [],
      sandbox: { kind: 'bubblewrap', reason: null, on: true, network: false },
    },
  },
  act: async (user) => {
    await user.sees(/The times/);
    await act(user);
  },
});

/** Opens an item of the session's menu in the list. */
const fromList = (item: string | RegExp) => async (user: User) => {
  await user.press('Actions for A relay');
  await user.press(item);
};
const fromHead = (item: string) => async (user: User) => {
  await user.press('Conversation menu');
  await user.press(item);
};

export const panels: StoryGroup = {
  title: 'Panels and dialogs',
  stories: [
    panel('model-picker', 'Choosing a model', (user) => user.press(/^Model: /)),
    panel('tools-panel', 'Tools of the conversation', (user) => user.press(/^Tools: /)),
    desk('mode', 'The mode', (user) => user.press(/^Mode: /)),
    desk('folders', 'Whose files a folder holds', (user) => user.press(/^Tools: /)),
    panel('parameters', 'Parameters of the answers', fromHead('Parameters…')),
    panel('context-panel', 'How full the context is', (user) => user.press(/^Context: /)),
    panel('outline', 'The outline', (user) => user.keys('L', { ctrlKey: true, shiftKey: true })),
    panel('find', 'Finding in the conversation', async (user) => {
      await user.keys('f', { ctrlKey: true });
      await user.type(/^Find/, 'leg 2');
    }),
    panel('palette', 'The command palette', (user) => user.keys('k', { ctrlKey: true })),
    panel('inspector', 'What was sent', async (user) => {
      await user.press('What was sent', 'main');
    }),
    panel('instructions', 'Instructions', fromHead('Instructions…')),
    panel('conversation-menu', 'The menu of the conversation', (user) => user.press('Conversation menu')),
    // The name of the key.
    panel('session-menu', 'The menu in the list', (user) => user.press('Actions for A relay'), {
      userTexts: ['Delete'],
    }),
    panel('move', 'Moving to a folder', fromList('Move to…')),
    panel('tags', 'Tags', fromList('Tags…')),
    panel('export', 'Exporting', fromList('Export…')),
    // A toast stays as it was shown.
    panel('deleted', 'A conversation was deleted', fromList(/^Delete/), {
      userTexts: ['Conversation deleted', 'Undo'],
    }),
    panel('compare', 'Choosing models to compare', fromHead('Compare models…')),
    panel('folder-menu', 'The menu of a folder', (user) => user.press('Actions for folder Sport')),
    panel('save-assistant', 'Saving an assistant', fromHead('Save as assistant…')),
    {
      id: 'search',
      title: 'Searching everything',
      route: '/search/leg',
      stored: talk,
      act: (user) => user.sees('A relay'),
    },
    { id: 'search-nothing', title: 'Searching and finding nothing', route: '/search/zebra', stored: talk },
    {
      id: 'sync-set-up',
      title: 'Setting up sync',
      route: '/settings/history',
      stored: talk,
      act: (user) => user.press('Set up…'),
    },
    {
      id: 'diagnostics',
      userTexts: ['host'],
      title: 'Diagnostics',
      route: '/settings/log',
      stored: talk,
      act: (user) => user.press('Copy diagnostics…'),
    },
    {
      id: 'new-assistant',
      title: 'A new assistant',
      route: '/settings/library',
      stored: talk,
      act: (user) => user.press('New assistant'),
    },
    {
      id: 'new-prompt',
      title: 'A new prompt',
      route: '/settings/library',
      stored: talk,
      act: (user) => user.press('New prompt'),
    },
    {
      id: 'preview',
      title: 'A page beside the conversation',
      route: '/s/preview',
      stored: previewed,
      userTexts: ['title', 'Relay', 'Hand it over', 'Pass', 'html', 'Counter'],
      act: async (user) => {
        await user.press('Preview');
        await user.draws('iframe');
        await user.settles();
      },
    },
    {
      id: 'drawings',
      title: 'Drawings in the conversation',
      route: '/s/drawn',
      stored: drawn,
      userTexts: DRAWN,
      act: async (user) => {
        await user.draws('iframe[title="Lanes"]');
        await user.draws('iframe[title^="Diagram"]');
        await user.settles();
      },
    },
    {
      id: 'diagram',
      title: 'A diagram beside the conversation',
      route: '/s/drawn',
      stored: drawn,
      userTexts: DRAWN,
      act: async (user) => {
        await user.press('Preview');
        await user.draws('aside iframe');
        await user.settles();
      },
    },
    {
      id: 'preview-table',
      title: 'A table beside the conversation',
      route: '/s/preview',
      stored: previewed,
      userTexts: ['title', 'Relay', 'Hand it over', 'Pass', 'name', 'time', 'Counter'],
      act: async (user) => {
        await user.press('Preview times.csv');
        await user.draws('aside td');
      },
    },
    {
      id: 'add-server',
      title: 'Adding a server',
      route: '/settings/tools',
      stored: talk,
      act: (user) => user.press('Add a server'),
    },
  ],
};

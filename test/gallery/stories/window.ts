import { eventsOf } from '../fake-host.ts';
import { NOW, THEN, Thread, together } from '../fixture.ts';
import type { Story, StoryGroup } from '../story.ts';
import type { User } from '../user.ts';

const WEEK = 7 * 24 * 60 * 60_000;

const list = () =>
  together(
    new Thread('relay', 'A relay', { tags: ['sport', 'summer'], folder: 'sport' })
      .user('Hello')
      .answer('Hi.')
      .fixture(),
    new Thread('shopping', 'Shopping', { pinned: 1 }).user('Bananas').answer('Noted.').fixture(),
    new Thread('trip', 'A trip to the sea with everyone who wants to come along')
      .user('Where?')
      .answer('There.')
      .fixture(),
    new Thread('draft', '').user('Words').answer('More words.').fixture(),
    new Thread('old', 'Last year', { updatedAt: THEN - 40 * WEEK }).user('Old').answer('Older.').fixture(),
    new Thread('away', 'Put away', { archivedAt: THEN }).user('Old').answer('Older.').fixture(),
    {
      folders: [
        { id: 'sport', name: 'Sport', parent: null, createdAt: THEN },
        { id: 'running', name: 'Races', parent: 'sport', createdAt: THEN },
      ],
    },
  );

/** Opens the list first where the window is too narrow for it. */
async function openList(user: User): Promise<void> {
  await user.sees('Shopping');
  if (document.querySelector('[data-narrow]')) await user.press('Show sidebar');
}

const inList = (id: string, title: string, act: (user: User) => Promise<void> = () => Promise.resolve()): Story => ({
  id: `window-${id}`,
  title,
  route: '/s/shopping',
  stored: list,
  act: async (user) => {
    await openList(user);
    await act(user);
  },
});

const emptyAddress = async (user: User) => {
  await user.press('Add a connection');
  await user.press('Add');
};

const OFFERED = {
  feed: 'https://example.com/feed.json',
  on: true,
  agreed: true,
  asked: { at: THEN, failed: false },
  newer: { version: '0.2.0', date: '2026-11-22', notes: '- Faster', page: 'https://example.com/0.2.0', files: [] },
  quiet: false,
};

const INSTALLING = { ...OFFERED, quiet: true, preparing: { version: '0.2.0', restart: false } };

export const windows: StoryGroup = {
  title: 'The window',
  stories: [
    inList('list', 'The list of conversations'),
    inList('selection', 'Selected conversations', async (user) => {
      document.querySelector<HTMLElement>('[data-session=shopping] [data-stop]')?.focus();
      await user.keys('a', { ctrlKey: true });
    }),
    inList('search', 'Searching titles', (user) => user.type('Search titles', 'trip')),
    inList('search-nothing', 'Searching titles and finding nothing', (user) => user.type('Search titles', 'zebra')),
    inList('rename', 'Renaming a conversation', async (user) => {
      await user.press('Actions for Shopping');
      await user.press(/^Rename/);
    }),
    inList('new-folder', 'Naming a new folder', (user) => user.press('New folder')),
    inList('archive', 'The archive unfolded', (user) => user.press(/^Archived/)),
    inList('hidden', 'The list hidden', (user) => user.press('Hide sidebar')),
    inList('palette', 'Typing in the command palette', async (user) => {
      await user.keys('k', { ctrlKey: true });
      await user.type('Command palette', 'conversation');
    }),
    {
      id: 'window-quick',
      title: 'The quick window',
      route: '/quick',
      stored: list,
      act: (user) => user.sees('Quick question'),
    },
    {
      id: 'window-crash',
      title: 'After a crash, while a newer version is downloaded',
      route: '/s/shopping',
      stored: list,
      userTexts: ['- Faster'],
      host: {
        'GET /api/events': () => eventsOf(true, 'electron'),
        'PUT /api/desktop/activity': () => new Response(null, { status: 204 }),
        'GET /api/crashes': { news: { kind: 'memory', at: THEN }, reports: [], images: null, graphics: null },
        'GET /api/updates': OFFERED,
        'POST /api/updates/check': OFFERED,
        'GET /api/update-package': {
          kind: 'appimage',
          installs: true,
          step: 'loading',
          version: '0.2.0',
          size: 120_000_000,
          received: 48_000_000,
          failure: null,
        },
      },
      act: (user) => user.draws('[data-crash]'),
    },
    {
      id: 'window-before-install',
      title: 'The snapshot before a new version is installed',
      route: '/s/shopping',
      stored: list,
      host: {
        'GET /api/events': () => eventsOf(true, 'electron'),
        'PUT /api/desktop/activity': () => new Response(null, { status: 204 }),
        'GET /api/updates': INSTALLING,
        'POST /api/updates/check': INSTALLING,
        'POST /api/update-package/snapshot': () => new Response(null, { status: 204 }),
        'GET /api/snapshots': () => new Promise<Response>(() => undefined),
      },
      act: (user) => user.draws('[role=dialog] [role=progressbar]'),
    },
    {
      id: 'window-temporary',
      title: 'A temporary chat',
      route: '/temporary',
      stored: list,
      act: (user) => user.draws('[role=note]'),
    },
    {
      id: 'window-temporary-leave',
      title: 'Leaving a temporary chat',
      route: '/temporary',
      stored: list,
      async act(user) {
        await user.draws('[data-composer]');
        await user.type('Message', 'What nobody keeps');
        await user.press('Discard');
        await user.draws('[role=dialog]');
      },
    },
    { id: 'window-empty', title: 'No conversations', route: '/search', act: (user) => user.sees('Search') },
    { id: 'window-nowhere', title: 'An address that names nothing', route: '/nowhere', stored: list },
    {
      id: 'window-key',
      title: 'Replacing a key',
      route: '/settings/vendors',
      stored: list,
      act: (user) => user.press(/Replace/, 'main'),
    },
    {
      id: 'window-remove-key',
      title: 'Removing a key',
      route: '/settings/vendors',
      stored: list,
      act: (user) => user.press(/Remove/, 'main'),
    },
    {
      id: 'window-address',
      title: 'An address without a name',
      route: '/settings/vendors',
      stored: list,
      act: emptyAddress,
    },
    {
      id: 'window-trash',
      title: 'Some of the trash chosen',
      route: '/settings/deleted',
      stored: () =>
        together(
          list(),
          ...['One', 'Two', 'Three'].map((title) =>
            new Thread(title, title, { deletedAt: NOW - WEEK }).user('Hello').answer('Hi.').fixture(),
          ),
        ),
      act: (user) => user.press('Select Two'),
    },
  ],
};

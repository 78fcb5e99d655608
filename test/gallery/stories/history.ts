import type { Journal } from '#contract/journal.ts';
import type { Snapshot, SnapshotList } from '#contract/snapshot.ts';
import { archiveOf, playSnapshotWorker } from '../archive-of.ts';
import { eventsOf, type HostAnswers, NO_SNAPSHOTS, problem } from '../fake-host.ts';
import { MINUTE, THEN, Thread, together } from '../fixture.ts';
import type { Story, StoryGroup } from '../story.ts';
import type { User } from '../user.ts';

const DAY = 24 * 60 * MINUTE;

const talk = () =>
  together(
    new Thread('relay', 'A relay').user('Hello').answer('Hi.').fixture(),
    new Thread('shopping', 'Shopping').user('Bananas').answer('Noted.').fixture(),
  );

const page = (id: string, title: string, act: (user: User) => Promise<void>, host: HostAnswers = {}): Story => ({
  id,
  title,
  route: '/settings/history',
  stored: talk,
  host,
  act,
});

const snapshot = (id: string, more: Partial<Snapshot> = {}): Snapshot => ({
  id,
  at: THEN,
  reason: 'daily',
  appVersion: '0.1.0',
  schemaVersion: 20,
  bytes: 1_200_000,
  sha256: 'ef'.repeat(32),
  counts: { conversations: 12, messages: 340, blobs: 4 },
  fingerprint: null,
  state: 'verified',
  checkedAt: THEN,
  ...more,
});
const SNAPSHOTS: SnapshotList = {
  ...NO_SNAPSHOTS,
  snapshots: [
    snapshot('daily-1'),
    snapshot('upgrade-1', { reason: 'before-upgrade', at: THEN - DAY, schemaVersion: 19 }),
    snapshot('manual-1', { reason: 'manual', at: THEN - 2 * DAY, state: 'damaged', counts: null }),
  ],
  bytes: 3_600_000,
};
const snapshots: HostAnswers = { 'GET /api/snapshots': SNAPSHOTS };

const JOURNAL: Journal = {
  profile: '0198a2b4-0000-7000-8000-000000000001',
  snapshot: null,
  isWhole: true,
  bytes: 900_000,
  at: THEN,
  schema: 20,
  conversations: 12,
  messages: 340,
};

const setUp = async (user: User) => user.press('Set up…');
const toPassphrase = async (user: User) => {
  await setUp(user);
  await user.type('Folder', '/home/ada/Sync');
  await user.press('Next');
  await user.sees('Start or join');
};
const toConsent = async (user: User) => {
  await toPassphrase(user);
  await user.type('Sync passphrase', 'correct horse battery staple relay');
  await user.type('Confirm passphrase', 'correct horse battery staple relay');
  await user.press('Next');
  await user.sees('this exact address');
};
const address: HostAnswers = { 'POST /api/sync/address': { address: '/home/ada/Sync/baton-sync' } };

const showsSync = (state: string) => async (user: User) => {
  await user.sees(state);
  document.querySelector('[data-sync]')?.scrollIntoView({ block: 'center' });
};

const joined = (list: HostAnswers[string]): HostAnswers => ({
  'GET /api/sync': { place: { kind: 'folder', address: '/home/ada/Sync/baton-sync', fingerprint: 'ab'.repeat(32) } },
  'POST /api/sync/list': list,
  'PUT /api/sync/logs/*': { created: true },
});

const FOREIGN = JSON.stringify([
  {
    id: 'c1',
    title: 'Imported talk',
    chat: {
      title: 'Imported talk',
      history: {
        currentId: 'm2',
        messages: {
          m1: {
            id: 'm1',
            parentId: null,
            childrenIds: ['m2'],
            role: 'user',
            content: 'Hello',
            timestamp: 1_790_000_000,
          },
          m2: {
            id: 'm2',
            parentId: 'm1',
            childrenIds: [],
            role: 'assistant',
            content: 'Hi.',
            model: 'some-model',
            timestamp: 1_790_000_010,
            mood: 'good',
          },
        },
      },
    },
    created_at: 1_790_000_000,
    updated_at: 1_790_000_020,
  },
]);
const open = async (user: User) => {
  await user.choose('[data-intake=files]', new File([FOREIGN], 'chats.json', { type: 'application/json' }));
  await user.sees(/Import 1 conversation/);
};

/** What somebody else might have written: what it adds to requests, and messages for a conversation that is here. */
const openArchive = async (user: User) => {
  const fixture = together(
    new Thread('relay', 'A relay').user('Hello').answer('Hi.').user('Once more').fixture(),
    new Thread('there', 'A letter').user('A letter').answer('Done.').fixture(),
  );
  const body = { metadata: { user_id: 'ada' }, api_base: 'https://example.org/v1' };
  const sessions = fixture.sessions?.map((row) => (row.id === 'there' ? { ...row, parameters: { body } } : row));
  const archive = await archiveOf({ ...fixture, ...(sessions && { sessions }) });
  await user.choose('[data-intake=files]', new File([archive], 'elsewhere.baton'));
  await user.sees('This file adds fields to your requests');
};

const crossing = (reason: 'from-browser' | 'from-desktop'): HostAnswers => ({
  'GET /api/snapshots': { ...SNAPSHOTS, snapshots: [snapshot(`${reason}-1`, { reason }), ...SNAPSHOTS.snapshots] },
});
const showsCrossing = async (user: User) => {
  await user.sees('Bring');
  document.querySelector('[data-crossing]')?.scrollIntoView({ block: 'start' });
};

/** What the desktop app left: one conversation went on there, and three are new here. */
const elsewhere = () =>
  together(
    new Thread('relay', 'A relay').user('Hello').answer('Hi.').user('Once more').answer('Hi again.').fixture(),
    ...['A letter', 'Two recipes', 'Tests that fail'].map((title, at) =>
      new Thread(`there-${at}`, title).user(title).answer('Done.').fixture(),
    ),
  );
const left = crossing('from-desktop');
const toCrossing = (id: string, title: string, act: (user: User) => Promise<void>): Story => ({
  ...page(id, title, act, {
    ...left,
    'GET /api/snapshots/from-desktop-1': async () => new Response(await archiveOf(elsewhere())),
    'POST /api/crossing/brought': {
      brought: [{ snapshot: 'from-desktop-1', at: THEN }],
      keys: 'there',
      passphraseFile: false,
    },
  }),
  before: () => playSnapshotWorker((id) => snapshot(id, { reason: 'from-desktop' })),
});
const toCrossingPreview = async (user: User) => {
  await user.press('Bring everything…');
  await user.sees('Bring everything');
  await user.sees(/3 new conversations/);
  document.querySelector('[data-crossing]')?.scrollIntoView({ block: 'start' });
};

export const histories: StoryGroup = {
  title: 'History, sync and transfer',
  stories: [
    {
      id: 'print',
      title: 'Printing a conversation',
      route: '/s/relay',
      stored: talk,
      act: async (user) => {
        await user.keys('p', { ctrlKey: true, code: 'KeyP' });
        await user.sees('Tool calls');
      },
    },
    {
      id: 'share',
      title: 'Sharing a conversation: the file is ready',
      route: '/s/relay',
      stored: talk,
      // As in a browser with a share menu, which no longer counts the press.
      before: () =>
        void Object.assign(navigator, {
          canShare: () => true,
          share: () => Promise.reject(new DOMException('late', 'NotAllowedError')),
        }),
      act: async (user) => {
        await user.press('Conversation menu');
        await user.press('Share…', '[role=menu]');
        await user.sees('The file is ready.');
      },
    },
    page('sync-bucket', 'Sync: the fields of a bucket', async (user) => {
      await setUp(user);
      await user.press(/^S3 bucket/);
      await user.press('Next');
    }),
    page('sync-server', 'Sync: the fields of a server', async (user) => {
      await setUp(user);
      await user.press(/^WebDAV server/);
    }),
    page('sync-passphrase', 'Sync: the passphrase', toPassphrase, address),
    page('sync-consent', 'Sync: what goes where', toConsent, address),
    page(
      'sync-failed',
      'Sync: it could not be set up',
      async (user) => {
        await toConsent(user);
        await user.press('Agree and start');
        await user.sees('Couldn’t set up sync');
      },
      { ...address, 'POST /api/sync': () => problem('sync_taken', 'There is a history already.', 409) },
    ),
    page('sync-on', 'Sync: everything is in sync', showsSync('Everything is in sync'), joined({ logs: {} })),
    page(
      'sync-leave',
      'Sync: leaving',
      async (user) => {
        await user.press('Stop syncing…');
      },
      joined({ logs: {} }),
    ),
    page(
      'sync-rename',
      'Sync: naming this machine',
      async (user) => {
        await user.press('Rename…');
      },
      joined({ logs: {} }),
    ),
    page(
      'sync-again',
      'Sync: sending everything again',
      async (user) => {
        await user.press('Send again…');
      },
      joined({ logs: {} }),
    ),
    page(
      'sync-unreachable',
      'Sync: the place cannot be reached',
      showsSync('Sync location unreachable'),
      joined(() => problem('sync_unreachable', 'ECONNREFUSED', 502)),
    ),
    page(
      'sync-refused',
      'Sync: the place refuses access',
      showsSync('Sync isn’t working'),
      joined(() => problem('sync_refused', 'EACCES', 502)),
    ),
    {
      ...page(
        'snapshot-restore',
        'A snapshot that cannot be restored',
        async (user) => {
          await user.press(/^Restore/, 'main');
          await user.sees('Couldn’t open the snapshot');
        },
        snapshots,
      ),
      // The toast stays as it was shown.
      userTexts: ['Couldn’t open the snapshot', 'See the log for details.'],
    },
    page(
      'snapshot-delete',
      'Deleting a snapshot',
      async (user) => {
        await user.press(/^More/, 'main');
        await user.press('Delete…');
      },
      snapshots,
    ),
    page('snapshot-settings', 'Snapshots whose settings cannot be read', (user) => user.sees('napshot'), {
      'GET /api/snapshots': { ...SNAPSHOTS, settingsDamaged: true },
      'GET /api/journals': { on: true, settingsDamaged: true, most: 536_870_912, journals: [JOURNAL] },
    }),
    page('crossing', 'Between browser and desktop app: what the app left', showsCrossing, crossing('from-desktop')),
    page('crossing-brought', 'Between browser and desktop app: all of it is here', showsCrossing, {
      ...crossing('from-desktop'),
      'GET /api/crossing': {
        brought: [{ snapshot: 'from-desktop-1', at: THEN }],
        keys: 'there',
        passphraseFile: false,
      },
    }),
    toCrossing('crossing-preview', 'Between browser and desktop app: what would come', toCrossingPreview),
    toCrossing(
      'crossing-receipt',
      'Between browser and desktop app: everything was brought and compared',
      async (user) => {
        await toCrossingPreview(user);
        await user.press('Bring everything');
        await user.sees('Everything is here');
        document.querySelector('[data-crossing]')?.scrollIntoView({ block: 'start' });
      },
    ),
    page(
      'crossing-failed',
      'Between browser and desktop app: the copy cannot be read back',
      async (user) => {
        await user.press('Bring everything…');
        await user.sees('Couldn’t bring everything here');
        await showsCrossing(user);
      },
      crossing('from-desktop'),
    ),
    page(
      'crossing-keys',
      'Between browser and desktop app: keys after consent',
      async (user) => {
        await showsCrossing(user);
        await user.press(/^Copy keys for the browser/);
        await user.sees('Confirm passphrase');
      },
      {
        ...crossing('from-browser'),
        'GET /api/events': () => eventsOf(true, 'electron'),
        'GET /api/crossing': { brought: [], keys: 'here', passphraseFile: false },
      },
    ),
    page('import', 'What an import would do', open),
    page('imported', 'What an import did', async (user) => {
      await open(user);
      await user.press('Import 1 conversation');
      await user.sees('Imported');
    }),
    page('restore', 'What an archive would do', openArchive),
    page('import-failed', 'A file that Baton does not know', async (user) => {
      await user.choose('[data-intake=files]', new File(['?'], 'photo.jpg', { type: 'image/jpeg' }));
      await user.sees('Couldn’t open this');
    }),
    page('export-choose', 'Choosing what to export', (user) => user.press('Selected conversations')),
  ],
};

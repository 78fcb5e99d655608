import { SETTINGS_PAGES } from '#ui/shell/settings/settings-pages.ts';
import { server } from '../fake-host.ts';
import { type Fixture, MINUTE, NOW, THEN, Thread, together } from '../fixture.ts';
import type { HostAnswers } from '../fake-host.ts';
import type { Story, StoryGroup } from '../story.ts';

const DAY = 24 * 60 * MINUTE;

interface FullPage {
  stored?: () => Fixture;
  host?: HostAnswers;
  /** Matches what comes from the database last. The page is complete when it is drawn. */
  draws?: string;
}

const FULL: Partial<Record<(typeof SETTINGS_PAGES)[number]['id'], FullPage>> = {
  tools: {
    host: {
      'GET /api/mcp/servers': {
        servers: [
          server('builtin_workspace_server', { label: 'Workspace', builtin: true, definition: { kind: 'builtin' } }),
          server('notes', {
            label: 'Notebook',
            instructions: 'Notes of the user.',
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
          server('issues', {
            label: 'Issues',
            definition: {
              kind: 'http',
              url: 'https://issues.example/mcp',
              headerNames: ['authorization'],
              client: null,
            },
            health: { state: 'sign-in', since: 0, reason: null, nextTry: null, crashes: 0 },
          }),
          server('broken', {
            label: 'Archive of mail',
            health: {
              state: 'crashed',
              since: 0,
              reason: 'exit code 1: Cannot find module',
              nextTry: null,
              crashes: 3,
            },
          }),
          server('new', {
            label: 'Calendar',
            approved: false,
            health: { state: 'approval', since: 0, reason: null, nextTry: null, crashes: 0 },
          }),
          server('off', {
            label: 'Weather',
            enabled: false,
            health: { state: 'off', since: 0, reason: null, nextTry: null, crashes: 0 },
          }),
        ],
        warnings: [],
      },
      'GET /api/mcp/permissions': {
        commands: [
          {
            id: 'command-1',
            match: 'exact',
            line: 'npm test',
            folder: '/home/you/relay',
            outside: false,
            at: THEN,
            given: { mount: 'browser', window: 1, session: 'one' },
            state: 'held',
          },
        ],
        folders: [
          {
            id: 'folder-1',
            path: '/home/you/relay',
            own: true,
            at: THEN,
            given: { mount: 'browser', window: 1, session: 'one' },
            state: 'held',
          },
        ],
        sandbox: { kind: 'bubblewrap', reason: null, on: true, network: false },
      },
      'GET /api/mcp/rules': {
        rules: [
          {
            id: 'rule-1',
            server: 'notes',
            tool: 'write',
            session: null,
            at: THEN,
            given: { mount: 'browser', window: 1, session: null },
            state: 'held',
            valid: true,
          },
        ],
      },
    },
  },
  system: {
    host: {
      'GET /api/network': {
        proxy: 'manual',
        address: 'http://proxy.example.com:8080',
        except: ['*.example.com'],
        user: 'me',
        hasPassword: true,
        system: { by: 'system', proxy: null },
        systemAuthorities: true,
        authorities: [{ fingerprint: 'ab'.repeat(32), name: 'Example Company Root', until: Date.UTC(2031, 4, 1) }],
        damaged: false,
      },
      'GET /api/encryption': {
        on: true,
        unavailable: null,
        damaged: false,
        canWrite: true,
        recovery: 'open',
        progress: { done: 41_000_000, total: 120_000_000 },
        failed: 2,
        full: false,
        locked: { journals: 1, snapshots: 3, logs: 0 },
      },
      'GET /api/crashes': {
        news: null,
        reports: [
          {
            id: '1795000000000-page',
            kind: 'page',
            at: Date.UTC(2026, 10, 18, 9, 20),
            text: 'Baton 1.0.0\nreason: crashed\n',
          },
          {
            id: '1794000000000-error',
            kind: 'error',
            at: Date.UTC(2026, 10, 6, 20, 5),
            text: 'Baton 1.0.0\nerror: TypeError\n',
          },
        ],
        images: { folder: '/home/you/.config/baton/desktop/Crashpad', count: 2, bytes: 3_400_000 },
        graphics: { now: false, next: false },
      },
      'GET /api/desktop': {
        desktop: {
          settings: { tray: 'on', spelling: ['en-US', 'ko', 'de'], quickShortcut: 'Control+Shift+Space' },
          quick: { state: 'taken', suggestions: ['Control+Alt+Space'] },
          startsAtLogin: false,
          dictionaries: { available: ['de', 'en-US', 'fr', 'ko'], loading: ['ko'], failed: ['de'] },
        },
      },
      'GET /api/place': { home: '/home/me/.config/Baton', portable: false, sealedKeys: false, opens: true },
    },
  },
  usage: {
    draws: 'table',
    stored: () => ({
      usage: Array.from({ length: 24 }, (_, at) => ({
        id: `u${at}`,
        sessionId: 'usage',
        at: NOW - at * DAY,
        connection: at % 3 === 0 ? 'openai' : 'anthropic',
        vendor: at % 3 === 0 ? ('openai' as const) : ('anthropic' as const),
        model: at % 3 === 0 ? 'gpt-6-sol' : 'claude-sonnet-5-5',
        usage: { input: 1000 + at * 170, output: 300 + at * 31 },
        cost: 0.01 * (at + 1),
      })),
    }),
  },
  deleted: {
    stored: () =>
      new Thread('gone', 'A conversation in the trash', { deletedAt: NOW - DAY })
        .user('Hello')
        .answer('Hello.')
        .fixture(),
  },
  library: {
    stored: () => ({
      prompts: [
        { id: 'p1', name: 'Proofread', text: 'Review {{what}} for mistakes.', createdAt: THEN, updatedAt: THEN },
      ],
      assistants: [
        { id: 'a1', name: 'Editor', system: 'You edit texts.', target: null, createdAt: THEN, updatedAt: THEN },
      ],
    }),
  },
  history: {
    host: {
      'GET /api/snapshots': {
        snapshots: [
          {
            id: 'daily-1',
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
          },
          {
            id: 'manual-1',
            at: THEN - DAY,
            reason: 'manual',
            appVersion: '0.1.0',
            schemaVersion: 20,
            bytes: 900_000,
            sha256: null,
            counts: null,
            fingerprint: null,
            state: 'damaged',
            checkedAt: THEN,
          },
          {
            id: 'manual-2',
            at: THEN - 2 * DAY,
            reason: 'manual',
            appVersion: '0.1.0',
            schemaVersion: 20,
            bytes: 800_000,
            sha256: null,
            counts: null,
            fingerprint: null,
            state: 'verified',
            checkedAt: THEN,
            locked: true,
          },
        ],
        folder: '/home/you/.config/Baton/snapshots',
        bytes: 2_100_000,
        cap: 5_000_000_000,
        freeBytes: 79_000_000_000,
        foreign: 1,
        settings: { automatic: false, cap: null },
        settingsDamaged: false,
      },
    },
  },
  reliability: {
    host: {
      'GET /api/scripts': {
        scripts: [
          {
            hash: 'ab'.repeat(32),
            name: { text: 'lint', hidden: false },
            event: 'PostToolUse',
            matcher: { text: 'edit', hidden: false },
            command: { text: 'npm run lint -- --fix', hidden: false },
            seconds: 60,
            fromFolder: false,
            env: ['LINT_LEVEL'],
            agreed: false,
          },
        ],
      },
      'GET /api/consents/env': { allowed: [{ name: 'EDITOR', at: THEN }], wanted: ['HTTPS_PROXY'] },
    },
  },
  log: {
    host: {
      'GET /api/logs': {
        lines: [
          {
            at: new Date(THEN).toISOString(),
            level: 'info',
            event: 'start',
            from: 'host',
            data: { mount: 'browser' },
            seq: 1,
          },
          {
            at: new Date(THEN).toISOString(),
            level: 'warn',
            event: 'refused',
            from: 'host',
            data: { code: 'forbidden' },
            seq: 2,
          },
          {
            at: new Date(THEN).toISOString(),
            level: 'error',
            event: 'call-broken',
            from: 'host',
            data: { path: '/api/vendors', error: 'TypeError: x' },
            seq: 3,
          },
        ],
        file: '/home/you/.config/Baton/logs/baton.log',
      },
    },
  },
  about: {
    host: {
      'GET /api/updates': {
        feed: 'https://example.com/feed.json',
        on: true,
        agreed: true,
        asked: { at: THEN, failed: false },
        newer: { version: '0.2.0', date: '2026-11-22', notes: '- Faster\n- Safer', page: 'https://example.com/0.2.0' },
        quiet: false,
      },
    },
  },
};

/** The name of a key, and of the part of Baton that wrote a line of the log. */
const USER_TEXTS = ['Delete', 'host'];

const seen = () => new Thread('one', 'Relays').user('Hello').answer('Hello.').fixture();

/** What a vendor may do itself, with its prices. */
const ownTools: Story = {
  id: 'settings-vendors-tools',
  title: 'vendors, tools that one runs itself',
  route: '/settings/vendors',
  stored: seen,
  userTexts: USER_TEXTS,
  act: async (user) => user.press(/./, '[data-connection="practice-anthropic"] details'),
};

/** The form for a connection with the most fields. */
const azure: Story = {
  id: 'settings-vendors-azure',
  title: 'vendors, adding Azure OpenAI',
  route: '/settings/vendors',
  stored: seen,
  userTexts: USER_TEXTS,
  act: async (user) => {
    await user.press('Add a connection');
    await user.select('Kind', 'azure');
    await user.press('More: sent with every request');
  },
};

/** Everything is beside the program, and the keys of another computer came along. */
const portable: Story = {
  id: 'settings-system-portable',
  title: 'system, portable',
  route: '/settings/system',
  stored: seen,
  userTexts: USER_TEXTS,
  host: {
    'GET /api/place': { home: '/media/me/Stick/Baton/baton-data', portable: true, sealedKeys: true, opens: true },
  },
};

export const settings: StoryGroup = {
  title: 'Settings',
  stories: SETTINGS_PAGES.flatMap(({ id: page }): Story[] => {
    const full = FULL[page];
    const draws = full?.draws;
    const plain = {
      id: `settings-${page}`,
      title: page,
      route: `/settings/${page}`,
      stored: seen,
      userTexts: USER_TEXTS,
    };
    if (!full) return [plain];
    return [
      { ...plain, id: `settings-${page}-empty`, title: `${page}, empty` },
      {
        ...plain,
        stored: () => together(seen(), full.stored?.() ?? {}),
        ...(full.host && { host: full.host }),
        ...(draws !== undefined && { act: (user) => user.draws(draws) }),
      },
    ];
  }).concat(ownTools, azure, portable),
};

import type { LocalServer } from '#contract/local-servers.ts';
import { connection, eventsOf, problem } from '../fake-host.ts';
import { setting, Thread, together } from '../fixture.ts';
import type { StoryGroup } from '../story.ts';
import type { User } from '../user.ts';

const local = (id: string, contextWindow: number | null, maxContextWindow: number | null, remote = false) => ({
  id,
  contextWindow,
  maxContextWindow,
  remote,
});
const LOCAL_SERVERS: readonly LocalServer[] = [
  {
    label: 'Ollama',
    vendor: 'ollama',
    protocol: 'ollama',
    baseUrl: 'http://127.0.0.1:11434',
    models: [
      local('qwen3:8b', 4096, 40_960),
      local('hf.co/unsloth/Qwen3-30B-A3B-Instruct-2507-GGUF:Q4_K_M', null, 262_144),
      local('gpt-oss:120b-cloud', null, 131_072, true),
    ],
  },
  { label: 'Jan', vendor: 'openai', protocol: 'openai-chat', baseUrl: 'http://[::1]:1337/v1', models: [] },
];

const some = () => new Thread('some', 'Relays').user('Hello').answer('Hello.').fixture();

export const starts: StoryGroup = {
  title: 'Start and outages',
  stories: [
    {
      id: 'new-version',
      title: 'The first start of a new version',
      route: '/s/some',
      stored: () => together(some(), setting('app.seenVersion', '0.0.9')),
      act: (user) => user.press(/^What.s new/),
    },
    {
      id: 'first-run',
      // For users who can't read the page's language.
      userTexts: ['Language (언어)'],
      title: 'The first start',
      host: {
        'GET /api/vendors': {
          connections: [
            connection('practice-anthropic', { label: 'Practice (Anthropic)', practice: true, needsKey: false }),
          ],
        },
      },
    },
    ...(['found', 'none'] as const).map((outcome) => ({
      id: `local-${outcome}`,
      // For users who can't read the page's language.
      userTexts: ['Language (언어)'],
      title: outcome === 'found' ? 'Models on this computer' : 'No model server on this computer',
      host: {
        'GET /api/vendors': {
          connections: [connection('anthropic', { label: 'Anthropic', configured: false, last4: null })],
        },
        'POST /api/local-servers/find': { servers: outcome === 'found' ? LOCAL_SERVERS : [] },
      },
      act: (user: User) => user.press('Search this computer'),
    })),
    {
      id: 'first-key',
      // For users who can't read the page's language.
      userTexts: ['Language (언어)'],
      title: 'The first key',
      route: '/add',
      host: {
        'GET /api/vendors': {
          connections: [
            connection('anthropic', { label: 'Anthropic', configured: false, last4: null }),
            connection('openai', { label: 'OpenAI', vendor: 'openai', configured: false, last4: null }),
          ],
        },
      },
    },
    {
      id: 'history-newer',
      keepsLanguage: true,
      title: 'The history is that of a newer version',
      before: () =>
        new Promise((resolve, reject) => {
          const asked = indexedDB.open('baton', 9990);
          Object.assign(asked, {
            onsuccess() {
              asked.result.close();
              resolve();
            },
            onerror: reject,
          });
        }),
    },
    {
      id: 'locked',
      title: 'The keys are locked',
      route: '/s/some',
      stored: some,
      host: {
        'GET /api/secrets': {
          kind: 'passphrase',
          locked: true,
          choices: ['passphrase', 'session'],
          backend: null,
          problem: null,
        },
      },
    },
    {
      id: 'unlock',
      title: 'Unlocking the keys',
      route: '/s/some',
      stored: some,
      host: {
        'GET /api/secrets': {
          kind: 'passphrase',
          locked: true,
          choices: ['passphrase', 'session'],
          backend: null,
          problem: null,
        },
      },
      act: (user) => user.press('Unlock'),
    },
    {
      id: 'host-refuses',
      title: 'The host does not know this window',
      route: '/s/some',
      stored: some,
      host: { 'GET /api/vendors': () => problem('unauthorized', 'Open Baton again from where it was started.', 401) },
    },
    {
      id: 'host-gone',
      title: 'The host isn’t responding',
      route: '/s/some',
      stored: some,
      host: {
        'GET /api/vendors': () => Promise.reject(new TypeError('Failed to fetch')),
        'GET /api/events': () => Promise.reject(new TypeError('Failed to fetch')),
      },
    },
    {
      id: 'unknown-window',
      title: 'A window that may not approve',
      route: '/s/some',
      stored: some,
      host: { 'GET /api/events': () => eventsOf(false) },
      act: (user) => user.sees(/approve anything in this window/),
    },
    {
      id: 'database-blocked',
      keepsLanguage: true,
      title: 'The browser lets Baton store nothing',
      before() {
        indexedDB.open = () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        };
      },
    },
    {
      id: 'choose-store',
      title: 'Where keys are stored',
      route: '/settings/vendors',
      stored: some,
      host: {
        'GET /api/secrets': {
          kind: 'unset',
          locked: false,
          choices: ['passphrase', 'session'],
          backend: null,
          problem: null,
        },
      },
    },
  ],
};

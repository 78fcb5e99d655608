import { connection, problem } from '../fake-host.ts';
import { setting, Thread, together } from '../fixture.ts';
import type { StoryGroup } from '../story.ts';

const some = () => new Thread('some', 'A conversation').user('Hello').answer('Hello.').fixture();

export const starts: StoryGroup = {
  title: 'Start and outages',
  stories: [
    {
      id: 'new-version',
      title: 'The first start of a new version',
      route: '/s/some',
      stored: () => together(some(), setting('app.seenVersion', '0.0.9')),
      act: (user) => user.press(/^What.s new|^What is new/),
    },
    {
      id: 'first-run',
      title: 'The first start',
      host: {
        'GET /api/vendors': {
          connections: [
            connection('practice-anthropic', { label: 'Practice (Anthropic)', practice: true, needsKey: false }),
          ],
        },
      },
    },
    {
      id: 'first-key',
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
      id: 'choose-store',
      title: 'Where keys are kept',
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

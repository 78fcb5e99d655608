// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { PROBLEM_CODES, type ProblemCode } from '#contract/problem.ts';
import type { SecretsState } from '#contract/secrets.ts';
import type { JoinSync, SyncRemote } from '#contract/sync.ts';
import type { SyncControl } from '#flows/sync/sync-control.ts';
import { HostProblemError, HostUnreachableError } from '#host-client/host-error.ts';
import { createSyncNotifications } from '#state/sync-notifications.ts';
import type { SyncView, SyncStatus } from '#state/sync-scheduler.ts';
import { createSession } from '#storage/session-repository.ts';
import { catalogs as EN } from '#texts/en/catalogs.ts';
import { catalogs as KO } from '#texts/ko/catalogs.ts';
import { UnlockProvider } from '#ui/shared/secrets/unlock.tsx';
import { SyncBanner } from '#ui/features/history/sync/sync-banner.tsx';
import { scoreOf } from '#ui/shared/secrets/passphrase-strength.ts';
import { SyncNotices } from '#ui/features/history/sync/sync-notices.tsx';
import { SyncSection } from '#ui/features/history/sync/sync-section.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { choose, press } from '../../../support/user.ts';

const PHRASE = 'garden window mellow thirteen';
const SECRETS: SecretsState = { kind: 'passphrase', locked: false, choices: [], backend: null, problem: null };
const OFF: SyncView = { status: { kind: 'off' }, last: null, address: null, devices: [], next: null, problem: null };
const ON: SyncView = {
  ...OFF,
  status: { kind: 'idle' },
  last: Date.now() - 120_000,
  address: '/home/ada/Sync/baton-sync/1',
  devices: [
    { id: 'aaaaaaaaaaaa', name: 'Desk', at: Date.now() - 120_000, self: true, waiting: null },
    { id: 'bbbbbbbbbbbb', name: '', at: Date.now() - 7_200_000, self: false, waiting: 'damaged' },
  ],
};

const RIGHT_S3 = Object.entries({ bucket: 'walnut', region: 'auto', accessKey: 'k' });

function refusal(code: ProblemCode): HostProblemError {
  return new HostProblemError({ type: 'about:blank', title: code, status: 400, code, detail: `said of ${code}` });
}

async function shown(
  picture: Partial<SyncView>,
  more: Partial<SyncControl> = {},
  secrets: Partial<SecretsState> = {},
  language: 'en' | 'ko' = 'en',
) {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  data.connections.store.setState({ secrets: { ...SECRETS, ...secrets } });
  const calls: unknown[][] = [];
  const noted = (name: string) => async (): Promise<void> => void calls.push([name]);
  const sync: SyncControl = {
    store: createStore<SyncView>(() => ({ ...OFF, ...picture })),
    news: createSyncNotifications(),
    addressOf: async (place) => `${place.kind === 'folder' ? place.path : place.url}/baton-sync/1`,
    join: async (given, name) => void calls.push(['join', given, name]),
    rename: async (name) => void calls.push(['rename', name]),
    name: () => 'Linux, Chrome',
    sendAgain: noted('sendAgain'),
    now: noted('now'),
    pause: noted('pause'),
    resume: noted('resume'),
    leave: noted('leave'),
    check: () => void calls.push(['look']),
    ...more,
  };
  await render(
    <WithServices services={{ ...data, sync }}>
      <UnlockProvider>
        <SyncBanner />
        <SyncNotices />
        <main>
          <SyncSection requested={false} />
        </main>
      </UnlockProvider>
    </WithServices>,
    language,
  );
  const text = () => document.body.textContent;
  const fill = (name: string, value: string) => {
    const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!input) throw new Error(`no field ${name}`);
    input.value = value;
  };
  /** Goes to the step in which the user agrees. */
  const toConsent = async (how: JoinSync['how'] = 'begin') => {
    await press('Set up…');
    fill('path', '/home/ada/Sync');
    await press('Next');
    if (how === 'join') await choose(/^Join my other computers/);
    fill('passphrase', PHRASE);
    if (how === 'begin') fill('again', PHRASE);
    await press('Next');
  };
  return { data, sync, calls, text, press, fill, toConsent };
}

// Loads the word lists, which a press doesn't wait for.
beforeAll(() => scoreOf('').then(() => undefined));

describe('sync in the settings', () => {
  const states: [SyncStatus, string[], string[]][] = [
    [{ kind: 'idle' }, ['Everything is in sync', 'Last synced 2 minutes ago'], ['Sync now', 'Pause']],
    [{ kind: 'elsewhere' }, ['Another Baton window is syncing'], ['Sync now', 'Pause']],
    [{ kind: 'going', received: 1200, sent: 3 }, ['Syncing', '1,200 messages received, 3 packages sent'], ['Pause']],
    [{ kind: 'paused' }, ['Paused', 'until you resume'], ['Resume']],
    [{ kind: 'waiting' }, ['unreachable', 'Next attempt at', 'keeps trying'], ['Sync now', 'Pause']],
    [
      { kind: 'failed', code: 'sync_full' },
      ['Sync isn’t working', EN.sync['problem.sync_full']],
      ['Sync now', 'Pause'],
    ],
  ];
  it.each(states)('says how it stands: %o', async (status, expected, buttons) => {
    const [self] = ON.devices;
    const { text } = await shown({ ...ON, status, devices: self ? [self] : [], next: Date.now() + 60_000 });
    for (const one of [...expected, '/home/ada/Sync/baton-sync/1']) expect(text()).toContain(one);
    const names = [...document.querySelectorAll('main button')].map(({ textContent }) => textContent);
    for (const one of [...buttons, 'Stop syncing…']) expect(names).toContain(one);
  });

  it.each(PROBLEM_CODES.filter((code) => /^sync_|^secrets_|^wrong_passphrase$/.test(code)))(
    'has words and a way out for %s, in both languages',
    async (code) => {
      const failed: Partial<SyncView> = { ...ON, status: { kind: 'failed', code } };
      const message = new Map(Object.entries(EN.sync)).get(`problem.${code}`);
      expect(message).toMatch(/\. /);
      expect(new Map(Object.entries(KO.sync)).get(`problem.${code}`)).toMatch(/[가-힣]/);
      const { text } = await shown(failed);
      expect(document.querySelector('main [role=alert]')?.textContent).toContain(message);
      expect(text().includes('Unlock…')).toBe(code === 'secrets_locked');
    },
  );

  it('does what the buttons say, and asks before this machine goes its own way', async () => {
    const { calls, press, text } = await shown(ON);
    await press('Sync now');
    await press('Pause');
    await press('Stop syncing…');
    expect(text()).toContain('All conversations stay on this computer.');
    expect(text()).toContain('delete the folder baton-sync there');
    await press('Stop syncing');
    expect(calls).toEqual([['now'], ['pause'], ['leave']]);
  });

  it('names the machines, says what one waits for, and lets this one be called otherwise', async () => {
    const { calls, press, fill, text } = await shown(ON);
    const rows = [...document.querySelectorAll('main li')].map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^Desk This computer.*2 minutes ago/);
    expect(rows[1]).toMatch(/^Computer bbbbbb.*2 hours ago.*damaged/);
    await press('Rename…');
    fill('name', '  ');
    await press('Save');
    expect(text()).toContain('Enter a name.');
    fill('name', 'Study');
    await press('Save');
    expect(calls).toEqual([['rename', 'Study']]);
  });

  it('does not say that all is in sync where something of a machine cannot be taken in', async () => {
    const { sync, calls, press, text } = await shown(ON);
    expect(text()).toContain('Something is missing');
    expect(text()).not.toContain('Everything is in sync');
    expect(text()).toContain('choose “Send again…” on that computer.');
    const strangers = ON.devices.map((device) => (device.self ? device : { ...device, at: 0 }));
    await act(async () => sync.store.setState({ devices: strangers }));
    expect(text()).not.toContain('Nothing sent yet');
    await press('Send again…');
    expect(text()).toContain('Nothing is removed');
    await press('Send everything again');
    expect(calls).toEqual([['sendAgain']]);
    const [self] = ON.devices;
    await act(async () => sync.store.setState({ devices: self ? [self] : [] }));
    expect(text()).toContain('Everything is in sync');
  });

  it('is set up in three steps, and only the address that was seen is agreed to', async () => {
    const asked: SyncRemote[] = [];
    const { calls, press, fill, text } = await shown(
      {},
      {
        async addressOf(place) {
          asked.push(place);
          return '/home/ada/Sync/baton-sync/1';
        },
      },
    );
    await press('Set up…');
    await press('Next');
    expect(text()).toContain('Enter a value.');
    fill('path', ' /home/ada/Sync ');
    await press('Next');
    expect(asked).toEqual([{ kind: 'folder', path: '/home/ada/Sync' }]);
    expect(text()).toContain('Nobody can recover this passphrase');
    fill('passphrase', 'short');
    await press('Next');
    expect(text()).toContain('At least 12 characters.');
    fill('passphrase', PHRASE);
    fill('again', 'something else');
    await press('Next');
    expect(text()).toContain('The passphrases don’t match.');
    fill('again', PHRASE);
    fill('name', 'Study');
    await press('Next');
    expect(document.querySelector('[role=dialog] code')?.textContent).toBe('/home/ada/Sync/baton-sync/1');
    expect(calls).toEqual([]);
    await press('Agree and start');
    const place = { kind: 'folder', path: '/home/ada/Sync' };
    expect(calls).toEqual([
      ['join', { place, secret: '', passphrase: PHRASE, how: 'begin', agreed: '/home/ada/Sync/baton-sync/1' }, 'Study'],
    ]);
    expect(text()).toContain('Sync is set up');
  });

  it.each([
    ['WebDAV server', { url: 'http://10.0.0.2/dav', user: 'ada' }, { kind: 'webdav' }],
    [
      'S3',
      { url: 'https://s3.example.org', bucket: 'walnut', region: 'auto', accessKey: 'k', prefix: '' },
      { kind: 's3' },
    ],
  ] as const)('asks for what %s needs, and sends it', async (name, fields, kind) => {
    const { calls, press, fill, text } = await shown({});
    await press('Set up…');
    await choose(new RegExp(`^${name}`));
    for (const [field, value] of Object.entries(fields)) fill(field, value);
    await press('Next');
    expect(text()).toContain('Enter a value.');
    fill('secret', ' hush ');
    await press('Next');
    await choose(/^Join my other computers/);
    fill('passphrase', 'x');
    await press('Next');
    expect(text().includes('isn’t protected on the way')).toBe(fields.url.startsWith('http:'));
    await press('Agree and join');
    expect(calls[0]?.[1]).toMatchObject({
      place: { ...fields, ...kind },
      secret: ' hush ',
      how: 'join',
      passphrase: 'x',
    });
  });

  it.each([
    ['WebDAV', 'url', 'cloud.example.org/dav', 'https://'],
    ['WebDAV', 'url', 'https://ada:hush@cloud.example.org', 'Leave the user name and password out'],
    ['WebDAV', 'url', 'https://cloud.example.org/dav?a=b', 'from ? or #'],
    ['S3', 'url', 'https://s3.example.org/walnut/', 'Leave the bucket out'],
    ['S3', 'url', 'https://walnut.s3.eu-central-1.amazonaws.com', 'Leave the bucket out'],
    ['S3', 'bucket', 'wal nut', 'Bucket names have only'],
    ['S3', 'prefix', '../elsewhere', 'without ..'],
    ['Folder', 'path', '~/Sync', 'the full path'],
  ])('tells at the field what is mistyped there: %s, %s %s', async (kind, field, value, expected) => {
    const { press, fill } = await shown({}, { addressOf: () => Promise.reject(new Error('not yet')) });
    await press('Set up…');
    await choose(new RegExp(`^${kind}`));
    if (kind !== 'Folder') {
      fill('url', 'https://s3.example.org');
      fill('secret', 'hush');
    }
    if (kind === 'WebDAV') fill('user', 'ada');
    if (kind === 'S3') for (const [name, right] of RIGHT_S3) fill(name, right);
    fill(field, value);
    await press('Next');
    const wrong = [...document.querySelectorAll('input[aria-invalid]')];
    expect(wrong.map((input) => input.getAttribute('name'))).toEqual([field]);
    expect(document.activeElement).toBe(wrong[0]);
    const described = (wrong[0]?.getAttribute('aria-describedby') ?? '').split(' ');
    expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(expected);
  });

  it('tells one thing at a time: what the host refused, or what is mistyped', async () => {
    const { press, fill, text } = await shown({}, { addressOf: () => Promise.reject(refusal('bad_request')) });
    await press('Set up…');
    fill('path', '/home/ada/Sync');
    await press('Next');
    expect(text()).toContain(EN.sync['problem.bad_request']);
    fill('path', 'Sync');
    await press('Next');
    expect(text()).not.toContain(EN.sync['problem.bad_request']);
  });

  it('never lets a browser fill in or learn what lets one in', async () => {
    const { press } = await shown({});
    await press('Set up…');
    for (const kind of ['WebDAV', 'S3']) {
      await choose(new RegExp(`^${kind}`));
      for (const input of document.querySelectorAll('[role=dialog] form:first-of-type input[name]')) {
        expect(input.getAttribute('autocomplete')).toBe('off');
        expect(input.getAttribute('value') ?? '').toBe('');
      }
      expect(document.querySelector('input[name="secret"]')?.getAttribute('type')).toBe('password');
    }
  });

  it.each([
    ['sync_refused', 'doesn’t allow writing there', true],
    ['sync_missing', 'no folder at this address', true],
    ['sync_unfit', 'isn’t a WebDAV server', true],
    ['sync_unreachable', EN.sync['problem.sync_unreachable'], true],
    ['sync_damaged', EN.sync['problem.sync_damaged'], false],
  ] as const)(
    'says of a server that answers %s what was mistyped, and leads back there',
    async (code, expected, leads) => {
      const { press, fill, text } = await shown({}, { join: () => Promise.reject(refusal(code)) });
      await press('Set up…');
      await choose(/^WebDAV/);
      fill('url', 'https://cloud.example.org/dav');
      fill('user', 'ada');
      fill('secret', 'hush');
      await press('Next');
      fill('passphrase', PHRASE);
      fill('again', PHRASE);
      await press('Next');
      await press('Agree and start');
      expect(text()).toContain(expected);
      // Nothing is set up that could be stopped.
      expect(text()).not.toContain('stop syncing');
      const buttons = [...document.querySelectorAll('[role=dialog] [role=alert] button')];
      expect(buttons.some(({ textContent }) => textContent === 'Change location')).toBe(leads);
      if (!leads) return;
      await press('Change location');
      expect(text()).toContain('Step 1 of 3');
      expect(document.querySelector<HTMLInputElement>('form:not([hidden]) input[name="secret"]')?.value).toBe('hush');
    },
  );

  it('asks for the passphrase again where it was another one', async () => {
    const { press, text, toConsent } = await shown({}, { join: () => Promise.reject(refusal('wrong_passphrase')) });
    await toConsent('join');
    await press('Agree and join');
    await press('Enter passphrase again');
    expect(text()).toContain('Step 2 of 3');
  });

  it.each([
    ...(['sync_unreachable', 'sync_full', 'sync_damaged', 'sync_taken'] as const),
    ...(['wrong_passphrase', 'approval_stale', 'secrets_locked', 'bad_request'] as const),
  ])('says what to do when setting up ends in %s', async (code) => {
    const { press, text, toConsent } = await shown({}, { join: () => Promise.reject(refusal(code)) });
    await toConsent();
    await press('Agree and start');
    expect(text()).toContain(EN.sync[`problem.${code}`]);
    expect(text()).toContain(`said of ${code}`);
    expect(document.querySelector('[role=dialog]')).not.toBe(null);
  });

  it('says so when the host is away', async () => {
    const { press, text, toConsent } = await shown({}, { join: () => Promise.reject(new HostUnreachableError()) });
    await toConsent();
    await press('Agree and start');
    expect(text()).toContain('Start Baton again.');
  });

  it('offers to join where a history lies already, and to begin where none does', async () => {
    const tries: string[] = [];
    const { press, fill, text, toConsent } = await shown(
      {},
      {
        join({ how }) {
          tries.push(how);
          return Promise.reject(refusal(how === 'begin' ? 'sync_taken' : 'sync_missing'));
        },
      },
    );
    await toConsent();
    await press('Agree and start');
    await press('Join instead');
    await press('Next');
    await press('Agree and join');
    expect(text()).toContain('Nothing syncs at this location yet');
    await press('Start here instead');
    fill('again', PHRASE);
    await press('Next');
    await press('Agree and start');
    expect(tries).toEqual(['begin', 'join', 'begin']);
  });

  it('shows the address anew when it is not the one that was agreed to', async () => {
    let address = '/one';
    const { press, text, toConsent } = await shown(
      {},
      {
        addressOf: async () => address,
        join() {
          address = '/another';
          return Promise.reject(refusal('approval_stale'));
        },
      },
    );
    await toConsent();
    await press('Agree and start');
    expect(document.querySelector('[role=dialog] form:not([hidden]) code')?.textContent).toBe('/another');
    expect(text()).toContain('agree again');
  });

  it('asks first where keys are kept, and to unlock them', async () => {
    const unset = await shown({}, {}, { kind: 'unset', choices: ['passphrase', 'session'] });
    await unset.press('Set up…');
    expect(unset.text()).toContain('Choose that first.');
    await unset.press('Cancel');
    const locked = await shown({}, {}, { locked: true });
    expect(locked.text()).toContain('Your keys are locked.');
    expect(locked.text()).toContain('Unlock…');
  });

  it('says in Korean what it is', async () => {
    const { text } = await shown({}, {}, {}, 'ko');
    expect(text()).toContain('암호화해서 보내요');
  });
});

describe('the banner of sync', () => {
  const banner = () => document.querySelector('[role=alert][data-tone=danger]')?.textContent ?? '';

  it('comes when the user is needed, not at the first failure, and not for what heals by itself', async () => {
    const { sync, press } = await shown({ ...ON, problem: { code: 'sync_refused', times: 1 } });
    expect(banner()).toBe('');
    const fail = (code: string) => act(async () => sync.store.setState({ problem: { code, times: 3 } }));
    for (const code of ['sync_unreachable', 'HostUnreachable', 'secrets_locked']) {
      await fail(code);
      expect(banner()).toBe('');
    }
    await fail('sync_refused');
    expect(banner()).toContain(EN.sync['problem.sync_refused']);
    await press('Later');
    expect(banner()).toBe('');
    await fail('sync_other_place');
    expect(banner()).toContain('no longer at the sync location');
  });
});

describe('what came from other machines', () => {
  it('is told when a conversation was kept or an attachment is missing, once', async () => {
    const { data, sync, text } = await shown(ON);
    const { id } = await createSession(data.db, { target: null, at: 1, title: 'Tides' });
    await act(async () => sync.news.add({ retained: new Set([id]), lost: new Set(['a', 'b']) }));
    await waitFor(() => expect(text()).toContain('continued on another: “Tides”'));
    expect(text()).toContain('2 attachments are missing');
    expect(sync.news.store.getState()).toEqual({ retained: [], lost: [] });
  });
});

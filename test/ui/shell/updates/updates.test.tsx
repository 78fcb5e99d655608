// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { userEvent } from '@testing-library/user-event';
import { createStore } from 'zustand/vanilla';
import type { InstallSnapshot, PackageState } from '#contract/update-package.ts';
import type { MuteUpdate, UpdateState } from '#contract/updates.ts';
import { HostUnreachableError } from '#host-client/host-error.ts';
import type { UpdateHost } from '#host-client/host-api.ts';
import { SnapshotError } from '#snapshots/snapshot-error.ts';
import type { Snapshots, SnapshotsState } from '#state/snapshots.ts';
import { createUpdates } from '#state/updates.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import type { PageLog } from '#state/page-log.ts';
import type { LogServices } from '#ui/data/services.ts';
import { BeforeInstall } from '#ui/shell/updates/before-install.tsx';
import { UpdateBanner } from '#ui/shell/updates/update-banner.tsx';
import { UpdateSection } from '#ui/shell/updates/update-section.tsx';
import { hostWith, onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { click } from '../../support/user.ts';

const FEED = 'https://updates.example/baton.json';
const HOSTILE = '<img src=x onerror="globalThis.hit = 1">\n[here](javascript:alert(1)) **bold**';
const NEWER = { version: '1.1.0', date: '2026-11-20', notes: HOSTILE, page: 'https://baton.example/1.1.0' };
const OFFERED: UpdateState = {
  feed: FEED,
  on: true,
  agreed: true,
  asked: { at: Date.UTC(2026, 10, 20, 12), failed: false },
  newer: NEWER,
  quiet: false,
};
const BY_HAND: PackageState = {
  kind: 'none',
  installs: false,
  step: 'none',
  version: null,
  size: 0,
  received: 0,
  failure: null,
};
const FILE = { target: 'appimage-x64', url: 'https://d.example/b', size: 2048, sha512: '0'.repeat(128) } as const;
const UNASKED: UpdateState = { ...OFFERED, agreed: false, asked: null, newer: null };

async function shown(
  first: UpdateState,
  language: 'en' | 'ko' = 'en',
  more: Partial<UpdateHost> = {},
  pack = BY_HAND,
  secure: Snapshots['secure'] = () => Promise.reject(new Error('unasked')),
  morePackage: object = {},
) {
  const calls: unknown[][] = [];
  const said: InstallSnapshot[] = [];
  let state = first;
  const answer = async (change: Partial<UpdateState>, ...call: unknown[]): Promise<UpdateState> => {
    calls.push(call);
    return (state = { ...state, ...change });
  };
  const source: UpdateHost = {
    state: () => answer({}, 'state'),
    check: () => answer({}, 'check'),
    agree: ({ feed }) => answer({ agreed: true }, 'agree', feed),
    revoke: () => answer({ agreed: false, newer: null }, 'revoke'),
    quiet: (wish: MuteUpdate) => answer({ quiet: true }, 'quiet', wish),
    ...more,
  };
  const answerPackage = async (change: Partial<PackageState>, ...call: unknown[]): Promise<PackageState> => {
    calls.push(call);
    return (pack = { ...pack, ...change });
  };
  const host = hostWith({
    state: async () => pack,
    download: ({ version }: { version: string }) =>
      answerPackage({ step: 'loading', version, size: 2048, received: 512 }, 'download', version),
    cancel: () => answerPackage({ step: 'none' }, 'cancel'),
    restart: async () => void calls.push(['restart']),
    snapshot: async (step: InstallSnapshot) => void said.push(step),
    ...morePackage,
  });
  const snapshots = onlyWith<Snapshots>({
    store: createStore<SnapshotsState>(() => ({ list: undefined, listFailure: null, active: null, failure: null })),
    secure: (signal) => secure(signal),
  });
  const clock = new FakeClock();
  const problems: unknown[] = [];
  const { setTimeout, clearTimeout } = clock;
  const updates = createUpdates({ source, onError: (error) => problems.push(error), setTimeout, clearTimeout });
  const rendered = await render(
    <WithServices
      services={{
        updates,
        host,
        snapshots,
        log: onlyWith<LogServices>({ log: onlyWith<PageLog>({ write: () => undefined }) }),
      }}
    >
      <UpdateBanner />
      <BeforeInstall />
      <main>
        <UpdateSection />
      </main>
    </WithServices>,
    language,
  );
  await act(async () => updates.refresh());
  calls.splice(0);
  const { container } = rendered;
  const banner = () => container.querySelector('[data-update]');
  const press = (name: string, inside: ParentNode | null = container) =>
    click([...(inside?.querySelectorAll('button') ?? [])].find((one) => one.textContent === name));
  const toggle = () => click(container.querySelector<HTMLElement>('[role=switch]'));
  /** The host no longer has it. */
  const take = () => void (pack = { ...pack, step: 'none' });
  return { ...rendered, updates, clock, calls, said, problems, banner, press, toggle, take };
}

const WORDS = {
  en: {
    newer: ['Baton 1.1.0 is available.', 'Released on November 20, 2026.'],
    open: 'Open page',
    later: 'Later',
    skip: 'Skip this version',
    ask: ['At most once a day', 'no version, no name, no identifier', 'Nothing is downloaded until you press Download'],
    noFeed: 'has no update address',
    off: 'off in Reliability',
    failed: 'No usable answer',
    current: 'You have the newest version',
  },
  ko: {
    newer: ['Baton 1.1.0 버전이 나왔어요.', '2026년 11월 20일 출시.'],
    open: '페이지 열기',
    later: '나중에',
    skip: '이 버전 건너뛰기',
    ask: ['하루에 최대 한 번', '식별자도 보내지 않아요', '내려받기’를 누르기 전에는 아무것도 내려받지 않아요'],
    noFeed: '업데이트 주소가 없어서',
    off: '꺼져 있어서 확인하지 않아요',
    failed: '쓸 수 있는 응답이 없어요',
    current: '최신 버전을 쓰고 있어요',
  },
};
const LANGUAGES = ['en', 'ko'] as const;

describe('the banner', () => {
  it.each(LANGUAGES)('tells of a newer version in %s, its notes as nothing but text', async (language) => {
    const texts = WORDS[language];
    const { banner, press, openExternal } = await shown(OFFERED, language);
    expect(banner()?.getAttribute('role')).toBe('status');
    for (const word of texts.newer) expect(banner()?.textContent).toContain(word);
    expect(banner()?.querySelector('[role=group]')?.textContent).toBe(HOSTILE);
    expect(banner()?.querySelectorAll('img, a, b, strong:not(p > strong), script')).toHaveLength(0);
    // The full address is shown before anything opens.
    await press(texts.open, banner());
    expect(openExternal).not.toHaveBeenCalled();
    expect((await screen.findByRole('dialog')).textContent).toContain(NEWER.page);
  });

  it.each(LANGUAGES)('goes in %s for a day or for good', async (language) => {
    for (const how of ['later', 'skip'] as const) {
      const { banner, press, calls, container, unmount } = await shown(OFFERED, language);
      await press(WORDS[language][how], banner());
      expect(calls).toEqual([['quiet', { version: '1.1.0', how }]]);
      expect(banner()).toBeNull();
      // Users who look for it still find it.
      expect(container.textContent).toContain(WORDS[language].newer[0]);
      unmount();
    }
  });

  it('says nothing where nothing is newer or nobody answers', async () => {
    const current = await shown({ ...OFFERED, newer: null });
    expect(current.banner()).toBeNull();
    current.unmount();
    const lost = new HostUnreachableError(new Error('away'));
    const { container, problems } = await shown(OFFERED, 'en', { check: () => Promise.reject(lost) });
    expect(container.textContent).toBe('');
    expect(document.querySelector('[role=alert], [role=alertdialog]')).toBeNull();
    expect(problems).toEqual([lost]);
  });

  it('stays when the wish could not be kept, and says why', async () => {
    const refused = () => Promise.reject(new Error('the disk is full'));
    const { banner, press } = await shown(OFFERED, 'en', { quiet: refused });
    await press('Later', banner());
    expect(banner()).not.toBeNull();
    expect(document.body.textContent).toContain('the disk is full');
  });
});

describe('the package', () => {
  const WITH_FILE = { ...OFFERED, newer: { ...NEWER, files: [FILE] } };
  const CAN: PackageState = { ...BY_HAND, kind: 'appimage', installs: true };

  it('is downloaded by its button, and can be stopped', async () => {
    const { banner, press, calls } = await shown(WITH_FILE, 'en', {}, CAN);
    expect(banner()?.textContent).toContain('Installed when you quit Baton. A snapshot is made first.');
    await press('Download', banner());
    expect(calls).toEqual([['download', '1.1.0']]);
    const progress = banner()?.querySelector('progress');
    expect([progress?.value, progress?.max]).toEqual([512, 2048]);
    await press('Stop', banner());
    expect(calls.at(-1)).toEqual(['cancel']);
    expect(banner()?.querySelector('progress')).toBeNull();
  });

  it('that is ready is installed now or not at all', async () => {
    const ready: PackageState = { ...CAN, step: 'ready', version: '1.1.0' };
    const { banner, press, calls } = await shown(WITH_FILE, 'en', {}, ready);
    expect(banner()?.textContent).toContain('1.1.0 is verified and will be installed when you quit.');
    await press('Restart now', banner());
    await press('Don’t install', banner());
    expect(calls).toEqual([['restart'], ['cancel']]);
  });

  it.each<[string, UpdateState]>([
    ['no longer checked for', UNASKED],
    ['ruled out by a hook', { ...OFFERED, on: false, newer: null }],
    ['without an address', { ...UNASKED, feed: null }],
  ])('that is ready is seen in the settings, and can be taken back, where versions are %s', async (_what, state) => {
    const ready: PackageState = { ...CAN, step: 'ready', version: '1.1.0' };
    const { banner, container, press, calls } = await shown(state, 'en', {}, ready);
    expect(banner()).toBeNull();
    expect(container.textContent).toContain('1.1.0 is verified and will be installed when you quit.');
    await press('Don’t install');
    expect(calls).toEqual([['cancel']]);
    expect(container.textContent).not.toContain('1.1.0');
  });

  it('goes from the settings when something else has taken it back', async () => {
    const ready: PackageState = { ...CAN, step: 'ready', version: '1.1.0' };
    const { container, updates, take } = await shown({ ...OFFERED, newer: null }, 'en', {}, ready);
    expect(container.textContent).toContain('Don’t install');
    take();
    await act(async () => updates.reload());
    expect(container.textContent).not.toContain('Don’t install');
  });

  it('can be taken back while Baton prepares to restart', async () => {
    const ready: PackageState = { ...CAN, step: 'ready', version: '1.1.0' };
    const never = new Promise<never>(() => undefined);
    const { banner, press, calls } = await shown(WITH_FILE, 'en', {}, ready, undefined, { restart: () => never });
    await press('Restart now', banner());
    await press('Don’t install', banner());
    expect(calls).toEqual([['cancel']]);
  });

  it.each([
    ['deb', 'install it over this one'],
    ['rpm', 'install it over this one'],
    ['pacman', 'Your package manager updates Baton.'],
    ['flatpak', 'Your package manager updates Baton.'],
    ['portable', 'replace Baton’s folder'],
  ] as const)('of %s comes from somebody else, and the page is offered', async (kind, said) => {
    const { banner } = await shown(WITH_FILE, 'en', {}, { ...BY_HAND, kind });
    expect(banner()?.textContent).toContain(said);
    expect(banner()?.textContent).toContain('Open page');
    const buttons = [...(banner()?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
    expect(buttons).toEqual(['Skip this version', 'Later', 'Open page']);
  });

  it('that wasn’t what the feed names says so', async () => {
    const { banner } = await shown(WITH_FILE, 'ko', {}, { ...CAN, failure: 'mismatch' });
    expect(banner()?.querySelector('[role=alert]')?.textContent).toBe('받은 파일이 서명된 응답과 달라서 삭제했어요.');
  });

  it('of a version that comes later here can be had now, in the settings', async () => {
    const { banner, container } = await shown({ ...WITH_FILE, quiet: true, waiting: true }, 'en', {}, CAN);
    expect(banner()).toBeNull();
    expect(container.textContent).toContain('to yours later. You can get it now.');
    expect(container.textContent).toContain('Download');
  });
});

describe('while Baton quits to install', () => {
  const PREPARING = { ...OFFERED, preparing: { version: '1.1.0', restart: false } };
  const dialog = () => document.querySelector('[role=dialog]');

  it('a snapshot is made and reported, and the words name how long it may take', async () => {
    const made = Promise.withResolvers<never>();
    const { said } = await shown(PREPARING, 'en', {}, BY_HAND, () => made.promise);
    await waitFor(() => expect(dialog()?.textContent).toContain('Getting ready to install Baton 1.1.0'));
    expect(dialog()?.textContent).toContain('This takes 5 minutes at most');
    await act(async () => made.resolve({ id: 'one' } as never));
    expect(said).toEqual([{ step: 'begun' }, { step: 'made', id: 'one' }]);
  });

  it.each([
    ['nothing', 'nothing'],
    ['disk-full', 'failed'],
  ] as const)('a snapshot that ends with %s is reported as %s', async (code, step) => {
    const { said } = await shown(PREPARING, 'en', {}, BY_HAND, () => Promise.reject(new SnapshotError(code)));
    await waitFor(() => expect(said).toEqual([{ step: 'begun' }, { step }]));
  });

  it.each([
    [false, 'en', 'Quit without updating'],
    [true, 'ko', '지금은 안 함'],
  ] as const)('the update can be left out (restart: %s)', async (restart, language, label) => {
    const state = { ...OFFERED, preparing: { version: '1.1.0', restart } };
    const { said } = await shown(state, language, {}, BY_HAND, () => new Promise(() => undefined));
    await click(await screen.findByRole('button', { name: label }));
    expect(said.at(-1)).toEqual({ step: 'skipped' });
    // Neither Escape nor a click outside answers for the user.
    await act(() => userEvent.keyboard('{Escape}'));
    expect(dialog()).not.toBeNull();
  });

  it('the dialog goes, and the work ends, when the host no longer waits', async () => {
    const signals: AbortSignal[] = [];
    const { updates, said } = await shown(PREPARING, 'en', {}, BY_HAND, (signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
    });
    await waitFor(() => expect(dialog()).not.toBeNull());
    await act(() => updates.quiet({ version: '1.1.0', how: 'later' }));
    expect(signals.length).toBeGreaterThan(0);
    // The answer of the fake still names it; one that doesn't ends it.
    updates.store.setState({ state: OFFERED });
    await waitFor(() => expect(dialog()).toBeNull());
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(said).toEqual([{ step: 'begun' }]);
  });
});

describe('the settings', () => {
  it.each(LANGUAGES)('agrees to the address that is shown, in %s, and takes it back', async (language) => {
    const { container, toggle, calls } = await shown(UNASKED, language);
    const control = container.querySelector('[role=switch]');
    expect(control?.getAttribute('aria-checked')).toBe('false');
    const described = document.querySelector(`[id="${control?.getAttribute('aria-describedby') ?? ''}"]`)?.textContent;
    for (const word of [FEED, ...WORDS[language].ask]) expect(described).toContain(word);
    await toggle();
    expect(calls).toEqual([['agree', FEED], ['check']]);
    expect(control?.getAttribute('aria-checked')).toBe('true');
    await toggle();
    expect(calls.at(-1)).toEqual(['revoke']);
    expect(control?.getAttribute('aria-checked')).toBe('false');
  });

  it.each(LANGUAGES)('says in %s how things stand', async (language) => {
    const texts = WORDS[language];
    for (const [state, said] of [
      [{ ...UNASKED, feed: null }, texts.noFeed],
      [{ ...OFFERED, on: false, newer: null }, texts.off],
      [{ ...OFFERED, newer: null, asked: { at: 0, failed: true } }, texts.failed],
      [{ ...OFFERED, newer: null }, texts.current],
    ] as const) {
      const { container, unmount } = await shown(state, language);
      expect(container.querySelector('main')?.textContent).toContain(said);
      expect(container.querySelectorAll('[role=switch]')).toHaveLength(state.feed === null ? 0 : 1);
      unmount();
    }
  });
});

describe('a window', () => {
  it('that is open for long looks again every few hours, and once only', async () => {
    const { clock, calls, updates } = await shown(OFFERED);
    await act(async () => updates.refresh());
    await act(() => clock.advance(3 * 60 * 60 * 1000));
    expect(calls).toEqual([['check'], ['check']]);
    expect(clock.pending).toBe(1);
  });

  it('goes by the newest answer, whichever comes first', async () => {
    const slow = Promise.withResolvers<UpdateState>();
    const { updates, banner } = await shown(OFFERED, 'en', { state: () => slow.promise });
    updates.reload();
    await act(() => updates.quiet({ version: '1.1.0', how: 'skip' }));
    await act(async () => slow.resolve(OFFERED));
    expect(banner()).toBeNull();
  });
});

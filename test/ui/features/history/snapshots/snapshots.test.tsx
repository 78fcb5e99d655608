// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ArchiveError } from '#archive/archive-error.ts';
import type { Snapshot, SnapshotList } from '#contract/snapshot.ts';
import type { JournalList } from '#contract/journal.ts';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import { HostUnreachableError } from '#host-client/host-error.ts';
import { SnapshotError } from '#snapshots/snapshot-error.ts';
import type { IncomingTransfer } from '#state/incoming-transfer.ts';
import type { JournalState, Journals } from '#state/journal.ts';
import { createRepairNotices } from '#state/repair-notices.ts';
import type { Snapshots, SnapshotsState } from '#state/snapshots.ts';
import { StorageError } from '#storage/storage-error.ts';
import { SnapshotBanner } from '#ui/features/history/snapshots/snapshot-banner.tsx';
import { SnapshotsSection } from '#ui/features/history/snapshots/snapshots-section.tsx';
import { useNamedSnapshot } from '#ui/features/history/snapshots/use-named-snapshot.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { click } from '../../../support/user.ts';
import { noMove, rescueWith } from '../../../support/rescue-with.ts';

const SNAPSHOT: Snapshot = {
  id: '2026-11-21T101500Z-daily-0123abcd',
  at: Date.UTC(2026, 10, 21, 10, 15),
  reason: 'daily',
  appVersion: '1.2.3',
  schemaVersion: 7,
  bytes: 2_500_000,
  sha256: null,
  counts: { conversations: 1, messages: 10_345, blobs: 0 },
  fingerprint: null,
  state: 'verified',
  checkedAt: 1,
};
const LIST: SnapshotList = {
  snapshots: [SNAPSHOT],
  folder: '/home/you/.config/Baton/snapshots',
  bytes: 2_500_000,
  cap: 5e9,
  freeBytes: 70e9,
  foreign: 0,
  settings: { automatic: true, cap: null },
  settingsDamaged: false,
};

const JOURNALS: JournalList = {
  on: true,
  settingsDamaged: false,
  most: 512 * 1024 ** 2,
  journals: [
    {
      profile: '01890000-0000-7000-8000-000000000001',
      snapshot: SNAPSHOT.id,
      isWhole: true,
      bytes: 1_200_000,
      at: Date.UTC(2026, 10, 21, 12, 3),
      schema: 7,
      conversations: 1,
      messages: 3,
    },
  ],
};

function Named({ focus }: { focus: string | null }) {
  useNamedSnapshot(focus);
  return null;
}

async function shown(
  state: Partial<SnapshotsState>,
  more: Partial<Snapshots> = {},
  language: 'en' | 'ko' = 'en',
  journal: Partial<JournalState> = {},
  focus: string | null = null,
) {
  const store = createStore<SnapshotsState>(() => ({
    list: LIST,
    listFailure: null,
    active: null,
    failure: null,
    ...state,
  }));
  const calls: unknown[][] = [];
  const noted = (name: string) => () => void calls.push([name]);
  const later =
    (name: string) =>
    async (given: unknown): Promise<void> =>
      void calls.push([name, given]);
  const snapshots: Snapshots = {
    store,
    refresh: noted('look'),
    want: noted('want'),
    reload: noted('reload'),
    update: noted('update'),
    make: async () => ({ snapshot: SNAPSHOT, isNew: true }),
    leave: async () => ({ snapshot: SNAPSHOT, isNew: true }),
    protect: later('protect'),
    secure: async () => SNAPSHOT,
    check: async () => SNAPSHOT,
    stop: noted('stop'),
    remove: later('remove'),
    change: later('change'),
    file: async (id) => new File(['zip'], `${id}.zip`),
    dismiss: noted('dismiss'),
    ...more,
  };
  const opened: string[] = [];
  const journals: Journals = {
    store: createStore<JournalState>(() => ({ status: 'kept', error: null, list: JOURNALS, ...journal })),
    begin: noted('begin'),
    check: noted('look'),
    reload: async () => undefined,
    change: later('journal'),
    beginBase: async () => null,
  };
  const restore = vi.fn<DatabaseRecovery['restore']>().mockResolvedValue([]);
  const reload = vi.fn<() => void>();
  const rendered = await render(
    <WithServices
      services={{
        recovery: {
          rescue: rescueWith({ restore }),
          move: noMove,
          notices: createRepairNotices(),
          quota: { store: createStore(() => ({ full: false })) },
          reload,
        },
        snapshots,
        journals,
        transfers: {
          client: onlyWith({}),
          exports: onlyWith({}),
          intake: onlyWith<IncomingTransfer>({
            open: async (files) =>
              void opened.push(...files.map((one) => (one instanceof File ? one.name : one.file.name))),
          }),
        },
      }}
    >
      <SnapshotBanner />
      <main>
        <SnapshotsSection requested={false} />
        <Named focus={focus} />
      </main>
    </WithServices>,
    language,
  );
  const text = () => document.body.textContent;
  const press = (name: string) => click(screen.getAllByText(name, { selector: 'button' })[0]);
  return { ...rendered, store, calls, opened, restore, reload, text, press };
}

describe('snapshots in the settings', () => {
  it('say of each when, why, what is in it and whether it can be relied on', async () => {
    const { container, text } = await shown({});
    const row = container.querySelector('[data-snapshot]')?.textContent ?? '';
    expect(row).toContain('Daily');
    expect(row).toContain('Verified · 1 conversation · 10,345 messages · 2.5 MB · Baton 1.2.3');
    expect(text()).toContain('2.5 MB of 5 GB used, 70 GB free on the disk');
    expect(text()).toContain('unencrypted');
    expect(text()).toContain(LIST.folder);
    expect(container.querySelector('[role=alert]')).toBe(null);
  });

  it('tell of the journal between them, and stop it after a question that says what that costs', async () => {
    const { text, press, calls } = await shown({});
    expect(text()).toContain('1.2 MB since the last snapshot');
    const label = [...document.querySelectorAll('*')].find(
      (one) => one.textContent === 'Keep a journal between snapshots',
    );
    const toggle = () =>
      click(document.querySelector<HTMLElement>(`[role=switch][aria-labelledby='${label?.id ?? ''}']`));
    await toggle();
    expect(text()).toContain('you lose everything since the last snapshot');
    expect(calls).not.toContainEqual(['journal', false]);
    await press('Turn off and delete');
    expect(calls).toContainEqual(['journal', false]);
  });

  it.each([
    ['failing', 'The latest changes aren’t in the journal yet'],
    ['full', 'Create a snapshot to free up space in it'],
    ['waits-for-snapshot', 'Baton creates a snapshot first'],
  ] as const)('say of a journal that is %s what it means', async (status, expected) => {
    const { text } = await shown({}, {}, 'en', { status });
    expect(text()).toContain(expected);
  });

  it('in Korean', async () => {
    const { text } = await shown({}, {}, 'ko');
    expect(text()).toContain('확인됨 · 대화 1개 · 메시지 10,345개');
    expect(text()).toContain('켜지 않으면 암호화하지 않아요');
  });

  it('are restored from like any archive', async () => {
    const { opened, press } = await shown({});
    await press('Restore…');
    expect(opened).toEqual([`${SNAPSHOT.id}.zip`]);
  });

  it('that an address names is shown like one whose button was pressed, and nothing else is', async () => {
    const { opened } = await shown({}, {}, 'en', {}, `snapshot:${SNAPSHOT.id}`);
    await waitFor(() => expect(opened).toEqual([`${SNAPSHOT.id}.zip`]));
    expect(location.hash).toBe('#/settings/history/import');
    for (const focus of ['snapshot:../../x', 'snapshot:', 'snapshot:a b', 'import']) {
      const other = await shown({}, {}, 'en', {}, focus);
      expect(other.opened).toEqual([]);
      other.unmount();
    }
    const gone = await shown({}, { file: () => Promise.reject(new SnapshotError('gone')) }, 'en', {}, 'snapshot:x');
    await waitFor(() => expect(gone.text()).toContain('no longer'));
  });

  describe('from before an upgrade', () => {
    const list = { ...LIST, snapshots: [{ ...SNAPSHOT, reason: 'before-upgrade' as const }] };

    it('come into use as a whole, after a question that says what becomes of the history of today', async () => {
      const { opened, press, reload, restore, text } = await shown({ list });
      await press('Restore…');
      expect(text()).toContain('replaces your current history');
      expect(text()).toContain('set aside in this browser');
      expect(restore).not.toHaveBeenCalled();
      await press('Cancel');
      expect(restore).not.toHaveBeenCalled();
      await press('Restore…');
      let end = (): void => undefined;
      restore.mockImplementationOnce(async (_, onProgress) => {
        onProgress(1_200, 4_000);
        await new Promise<void>((resolve) => (end = resolve));
        return [];
      });
      await press('Go back');
      expect(text()).toContain('1,200 of 4,000 entries');
      expect(reload).not.toHaveBeenCalled();
      await act(async () => end());
      expect(restore.mock.calls.map(([id, , hold]) => [id, hold])).toEqual([[SNAPSHOT.id, undefined]]);
      expect(reload).toHaveBeenCalledOnce();
      expect(opened).toEqual([]);
    });

    it.each([
      [new ArchiveError('damaged', 'tables/sessions.ndjson'), 'wasn’t used'],
      [new StorageError('newer-version'), 'Update Baton to open them.'],
      [new DOMException('full', 'QuotaExceededError'), 'The disk is full.'],
      [new HostUnreachableError(), 'host'],
    ])('leave everything as it is when that fails (%s)', async (error, expected) => {
      const { press, reload, restore, text } = await shown({ list });
      restore.mockRejectedValueOnce(error);
      await press('Restore…');
      await press('Go back');
      expect(text()).toContain('Nothing has changed');
      expect(text()).toContain(expected);
      expect(reload).not.toHaveBeenCalled();
    });
  });

  it('say why one cannot be opened', async () => {
    const { opened, press, text } = await shown({}, { file: () => Promise.reject(new HostUnreachableError()) });
    await press('Restore…');
    expect(opened).toEqual([]);
    expect(text()).toContain('Couldn’t open the snapshot');
    expect(text()).toContain('Start Baton again.');
  });

  it('ask before one is deleted, and say when it is the best one', async () => {
    const { calls, container, press, text } = await shown({});
    const more = container.querySelector<HTMLElement>('[aria-label^="More actions for the snapshot"]');
    await click(more);
    await click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    expect(text()).toContain('It’s your newest verified snapshot.');
    expect(calls).toEqual([]);
    await press('Delete');
    expect(calls).toEqual([['remove', SNAPSHOT.id]]);
  });

  it('show how far the one is that is made, and stop it', async () => {
    const progress = { phase: 'verifying' as const, done: 3, of: 12, bytes: 8_000_000 };
    const { calls, container, press } = await shown({ active: { what: 'manual', progress, stopping: false } });
    const bar = container.querySelector('[role=progressbar]');
    expect(bar?.getAttribute('aria-valuenow')).toBe('25');
    expect(bar?.getAttribute('aria-valuetext')).toBe('Verifying · 3 of 12 · 8 MB written');
    await press('Stop');
    expect(calls).toEqual([['stop']]);
  });

  it('keep what the user sets', async () => {
    const { calls, container } = await shown({});
    await click(container.querySelector<HTMLElement>('[role=switch]'));
    const cap = [...container.querySelectorAll<HTMLElement>('[role=radio]')].find((one) => one.textContent === '20 GB');
    await click(cap);
    expect(calls).toEqual([
      ['change', { automatic: false }],
      ['change', { cap: 20e9 }],
    ]);
  });

  it('tell in every window why the last one failed and what to do, until the user has heard of it', async () => {
    const failure = new SnapshotError('disk-full');
    const { calls, container, press, store } = await shown({ failure });
    const banner = container.querySelector('[role=alert]');
    expect(banner?.textContent).toContain('Couldn’t create today’s snapshot.');
    expect(banner?.textContent).toContain('Free up some space, then try again.');
    expect(banner?.querySelector('a')?.getAttribute('href')).toMatch(/^#\/settings\//);
    await press('Not today');
    expect(calls).toEqual([['dismiss']]);
    await act(async () => store.setState({ failure: null }));
    expect(container.querySelector('[role=alert]')).toBe(null);
  });

  it('say when there are none, and when the list cannot be had', async () => {
    const none = await shown({ list: { ...LIST, snapshots: [] } });
    expect(none.text()).toContain('No snapshots yet. Baton creates the first one');
    none.unmount();
    const away = await shown({ list: undefined, listFailure: new SnapshotError('host-away') });
    expect(away.text()).toContain('Couldn’t read the list of snapshots.');
    await away.press('Try again');
    expect(away.calls).toEqual([['reload']]);
  });
});

// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Journal } from '#contract/journal.ts';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import type { RetainedDatabase } from '#history/recovery/retained-databases.ts';
import { createRepairNotices } from '#state/repair-notices.ts';
import { attachJournal } from '#storage/journal-marks.ts';
import { StorageError } from '#storage/storage-error.ts';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { DatabaseSection } from '#ui/features/history/recovery/database-section.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { press } from '../../../support/user.ts';
import { noMove, rescueWith } from '../../../support/rescue-with.ts';

const KEPT: RetainedDatabase = {
  name: 'baton',
  isNewer: false,
  holds: { conversations: 1, messages: 10_345, changedAt: Date.UTC(2026, 10, 21, 10, 15), journal: null },
};

/** Of the journal that the history in use continues. */
const OWN = '01890000-0000-7000-8000-000000000009';
const COPY: Journal = {
  profile: '01890000-0000-7000-8000-000000000001',
  snapshot: null,
  isWhole: true,
  bytes: 2_000_000,
  at: Date.UTC(2026, 10, 21, 10, 15),
  schema: 7,
  conversations: 3,
  messages: 42,
};

async function shown(
  retained: RetainedDatabase[],
  members: Partial<DatabaseRecovery> = {},
  language: 'en' | 'ko' = 'en',
) {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  await attachJournal(data.db, OWN, data.db.name);
  const list = vi.fn<DatabaseRecovery['listRetained']>().mockResolvedValue(retained);
  const reload = vi.fn<() => void>();
  const rescue = rescueWith({ listRetained: list, ...members });
  const { container } = await render(
    <WithServices
      services={{
        ...data,
        recovery: {
          rescue,
          move: noMove,
          notices: createRepairNotices(),
          quota: { store: createStore(() => ({ full: false })) },
          reload,
        },
      }}
    >
      <main>
        <DatabaseSection />
      </main>
    </WithServices>,
    language,
  );
  const buttons = () => [...container.querySelectorAll('main button')].map(({ textContent }) => textContent);
  return {
    main: () => container.querySelector('main'),
    text: () => document.body.textContent,
    press,
    buttons,
    list,
    reload,
    data,
  };
}

describe('histories that are kept apart', () => {
  it('are not spoken of where there are none', async () => {
    const { main } = await shown([]);
    expect(main()?.textContent).toBe('');
  });

  it('say from when they are and what is in them', async () => {
    const { main } = await shown([KEPT]);
    expect(main()?.textContent).toMatch(/the history from November 21, 2026/);
    expect(main()?.textContent).toContain('1 conversation · 10,345 messages');
  });

  it('in Korean', async () => {
    const { main } = await shown([KEPT], {}, 'ko');
    expect(main()?.textContent).toContain('따로 보관한');
    expect(main()?.textContent).toContain('대화 1개 · 메시지 10,345개');
  });

  it('come into use again after a question, and the window is loaded again', async () => {
    const takeAgain = vi
      .fn<DatabaseRecovery['takeAgain']>()
      .mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    takeAgain.mockResolvedValueOnce(undefined);
    const { press, reload, text } = await shown([KEPT], { takeAgain });
    await press('Use again…');
    expect(text()).toContain('which is set aside');
    expect(takeAgain).not.toHaveBeenCalled();
    await press('Use again');
    expect(text()).toContain('Nothing has changed');
    expect(text()).toContain('The disk is full.');
    expect(reload).not.toHaveBeenCalled();
    await press('Use again…');
    await press('Use again');
    expect(takeAgain.mock.calls.map(([name]) => name)).toEqual(['baton', 'baton']);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('are removed after a question that says it is for good, and the list is read again', async () => {
    const removeRetained = vi
      .fn<DatabaseRecovery['removeRetained']>()
      .mockRejectedValueOnce(new StorageError('timeout'));
    removeRetained.mockResolvedValueOnce(undefined);
    const { list, main, press, text } = await shown([KEPT], { removeRetained });
    await press('Remove…');
    expect(text()).toContain('You can’t undo this.');
    await press('Cancel');
    expect(removeRetained).not.toHaveBeenCalled();
    await press('Remove…');
    await press('Remove for good');
    expect(text()).toContain('Couldn’t remove it');
    list.mockResolvedValue([]);
    await press('Remove…');
    await press('Remove for good');
    expect(removeRetained.mock.calls).toEqual([['baton'], ['baton']]);
    expect(main()?.textContent).toBe('');
  });

  it('of which one cannot be read, or is of a newer version, say so and are not offered for use where they cannot be used', async () => {
    const unread = await shown([{ ...KEPT, holds: null }]);
    expect(unread.main()?.textContent).toContain('Can’t be read');
    expect(unread.buttons()).toEqual(['Use again…', 'Save to a file', 'Remove…']);
    const newer = await shown([{ ...KEPT, isNewer: true }]);
    expect(newer.main()?.textContent).toContain('Only a newer version of Baton can use it.');
    expect(newer.buttons()).toEqual(['Save to a file', 'Remove…']);
  });

  it('are saved as a file as far as they are readable', async () => {
    const saved = { conversations: 1, messages: 2, attachments: 0, beside: 0, unreadable: 1, lost: 2 };
    const exportReadable = vi.fn<DatabaseRecovery['exportReadable']>().mockResolvedValue(saved);
    vi.stubGlobal('showSaveFilePicker', async () => ({
      createWritable: async () => Object.assign(new WritableStream(), { close: () => Promise.resolve() }),
    }));
    const { press, text } = await shown([KEPT], { exportReadable });
    await press('Save to a file');
    expect(exportReadable.mock.calls.map(([, , name]) => name)).toEqual(['baton']);
    expect(text()).toContain('Saved one conversation with 2 messages.');
    expect(text()).toContain('3 entries couldn’t be read');
    exportReadable.mockRejectedValueOnce(new StorageError('unreadable'));
    await press('Save to a file');
    expect(text()).toContain('Couldn’t save it');
    vi.unstubAllGlobals();
  });
});

describe('copies in Baton’s folder', () => {
  /** The journal of the history in use, and another one. */
  const both = () => vi.fn<DatabaseRecovery['journals']>().mockResolvedValue([{ ...COPY, profile: OWN }, COPY]);
  const listed = (text: () => string | null) =>
    waitFor(() => expect(text()).toContain('everything up to November 21, 2026'));

  it('are listed without the one that the history in use continues, and say what is in them', async () => {
    const { buttons, main } = await shown([], { journals: both() });
    await listed(() => main()?.textContent ?? '');
    expect(main()?.textContent).toContain('3 conversations · 42 messages · 2 MB');
    expect(buttons()).toEqual(['Bring back…', 'Delete…']);
    const alone = await shown([], { journals: async () => [{ ...COPY, profile: OWN }] });
    expect(alone.main()?.textContent).toBe('');
  });

  it('are listed without those of databases that are listed themselves', async () => {
    const retained = { ...KEPT, holds: { conversations: 3, messages: 42, changedAt: 1, journal: COPY.profile } };
    const { buttons, main } = await shown([retained], { journals: both() });
    await waitFor(() => expect(main()?.textContent).toContain('3 conversations · 42 messages'));
    expect(buttons()).toEqual(['Use again…', 'Save to a file', 'Remove…']);
  });

  it('are brought back after a question that says what becomes of the history in use', async () => {
    const replay = vi.fn<DatabaseRecovery['replay']>().mockRejectedValueOnce(new StorageError('newer-version'));
    replay.mockResolvedValueOnce([]);
    const { press, reload, text } = await shown([], { journals: both(), replay });
    await listed(text);
    await press('Bring back…');
    expect(text()).toContain('which is set aside and listed here');
    expect(replay).not.toHaveBeenCalled();
    await press('Bring back');
    expect(text()).toContain('Nothing has changed');
    expect(reload).not.toHaveBeenCalled();
    await press('Bring back…');
    await press('Bring back');
    expect(replay.mock.calls.map(([journal]) => journal)).toEqual([COPY, COPY]);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('say what is damaged in them, before the rest opens', async () => {
    const replay = vi.fn<DatabaseRecovery['replay']>().mockResolvedValueOnce(['tool-lists']);
    const { press, reload, text } = await shown([], { journals: both(), replay });
    await listed(text);
    await press('Bring back…');
    await press('Bring back');
    await waitFor(() => expect(text()).toContain('The tool lists in this backup are damaged and were left out.'));
    expect(reload).not.toHaveBeenCalled();
    await press('Open Baton');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('are deleted after a question that says it is for good, and the list is read again', async () => {
    const journals = both();
    const removeJournal = vi.fn<DatabaseRecovery['removeJournal']>().mockResolvedValue(undefined);
    const { press, text } = await shown([], { journals, removeJournal }, 'en');
    await listed(text);
    await press('Delete…');
    expect(text()).toContain('You can’t undo this.');
    await press('Cancel');
    expect(removeJournal).not.toHaveBeenCalled();
    await press('Delete…');
    journals.mockResolvedValue([]);
    await press('Delete for good');
    expect(removeJournal.mock.calls).toEqual([[COPY.profile]]);
    expect(text()).not.toContain('Bring back…');
  });
});

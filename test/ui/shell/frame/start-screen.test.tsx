// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import { StorageError } from '#storage/storage-error.ts';
import { StartScreen } from '#ui/shell/start/start-screen.tsx';
import { createStartStages } from '#ui/shell/start/start-stage.ts';
import { render } from '../../support/render.tsx';
import { click } from '../../support/user.ts';
import { rescueWith } from '../../support/rescue-with.ts';

const SNAPSHOT = { at: 1_000, schemaVersion: 7, beforeUpgrade: true, damaged: false, bytes: 2_000 };

const button = (container: HTMLElement, name: RegExp) =>
  [...container.querySelectorAll('button')].find((one) => name.test(one.ariaLabel ?? one.textContent ?? ''));

async function press(container: HTMLElement, name: RegExp): Promise<void> {
  await click(button(container, name));
}

afterEach(() => {
  localStorage.setItem('baton.appearance', '{"language":"en"}');
});

describe('the page without a history', () => {
  it('says what happened, in Korean too, and takes the focus to it', async () => {
    localStorage.setItem('baton.appearance', '{"language":"ko"}');
    const stages = createStartStages();
    stages.fail(new StorageError('unavailable'));
    const { container } = await render(
      <StartScreen stages={stages} rescue={rescueWith()} isDesktop={false} reload={vi.fn<() => void>()} />,
    );
    expect(document.activeElement?.textContent).toBe('대화를 열지 못했어요');
    expect(container.textContent).toContain('시크릿 창');
    expect(container.querySelectorAll('section')).toHaveLength(0);
  });

  it('offers nothing that touches the history for a failure that has nothing to do with it', async () => {
    localStorage.setItem('baton.appearance', '{"language":"ko"}');
    const stages = createStartStages();
    stages.fail(new TypeError('Failed to fetch dynamically imported module'));
    const { container } = await render(
      <StartScreen stages={stages} rescue={rescueWith()} isDesktop={false} reload={vi.fn<() => void>()} />,
    );
    expect(document.activeElement?.textContent).toBe('Baton을 시작하지 못했어요');
    expect([...container.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['다시 시도']);
    expect(container.querySelector('details')?.textContent).toContain('Failed to fetch dynamically imported module');
  });

  it('brings a snapshot back, and says when that did not work', async () => {
    const stages = createStartStages();
    stages.fail(new StorageError('unknown', new Error('backing store')));
    const reload = vi.fn<() => void>();
    const counts = { conversations: 2, messages: 1, blobs: 0 };
    const restore = vi.fn<DatabaseRecovery['restore']>().mockRejectedValueOnce(new StorageError('quota'));
    restore.mockResolvedValueOnce([]);
    const rescue = rescueWith({ snapshots: () => Promise.resolve([{ ...SNAPSHOT, id: 'x', counts }]), restore });
    const { container } = await render(
      <StartScreen stages={stages} rescue={rescue} isDesktop={false} reload={reload} />,
    );
    expect(container.textContent).toContain('2 conversations, one message');
    await press(container, /^Restore the snapshot of/);
    expect(container.querySelector('[role=alert]')?.textContent).toContain('The disk is full');
    expect(reload).not.toHaveBeenCalled();
    await press(container, /^Restore the snapshot of/);
    expect(restore.mock.calls.map(([id]) => id)).toEqual(['x', 'x']);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('says in the user’s language that the journal could not be brought back; the browser’s words are a detail', async () => {
    localStorage.setItem('baton.appearance', '{"language":"ko"}');
    const stages = createStartStages();
    stages.fail(new StorageError('unknown', new Error('backing store')));
    const journal = { profile: 'p', at: 1_000, conversations: 2, messages: 3 };
    const rescue = rescueWith({
      journals: () => Promise.resolve([journal as never]),
      replay: () => Promise.reject(new DOMException('Internal error opening backing store.', 'UnknownError')),
    });
    const { container } = await render(
      <StartScreen stages={stages} rescue={rescue} isDesktop={false} reload={vi.fn<() => void>()} />,
    );
    await press(container, /되살리기$/);
    const alert = container.querySelector('[role=alert]');
    expect(alert?.textContent).toBe('완료하지 못했어요. 다시 시도하거나 이 화면의 다른 방법을 사용해 주세요.');
    const details = alert?.nextElementSibling;
    expect(details?.tagName).toBe('DETAILS');
    expect(details?.textContent).toContain('Internal error opening backing store.');
  });

  it('says what is damaged in a snapshot, and opens the rest once that was read', async () => {
    const stages = createStartStages();
    stages.fail(new StorageError('unknown', new Error('backing store')));
    const reload = vi.fn<() => void>();
    const restore = vi.fn<DatabaseRecovery['restore']>().mockResolvedValueOnce(['library']);
    const rescue = rescueWith({ snapshots: () => Promise.resolve([{ ...SNAPSHOT, id: 'x', counts: null }]), restore });
    const { container } = await render(
      <StartScreen stages={stages} rescue={rescue} isDesktop={false} reload={reload} />,
    );
    await press(container, /^Restore the snapshot of/);
    expect(container.querySelector('[role=alert]')?.textContent).toBe(
      'The folders, prompts, and assistants in this backup are damaged and were left out.',
    );
    // The history that didn't open is no longer in use, so nothing else is offered for it.
    expect(document.activeElement?.textContent).toBe('All your conversations are back');
    expect([...container.querySelectorAll('button')].map((one) => one.textContent)).toEqual(['Open Baton']);
    expect(reload).not.toHaveBeenCalled();
    await press(container, /^Open Baton$/);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('names the conversations that are damaged in a snapshot, also in Korean', async () => {
    const expected = {
      en: [
        'Your other conversations are back',
        '“Trip” and “New chat” are damaged in this backup and couldn’t be fully restored. The backup stays in Baton’s folder. An older snapshot in Settings > History may still have them.',
      ],
      ko: [
        '나머지 대화를 되살렸어요',
        '백업에서 손상돼서 온전히 되살리지 못한 대화: ‘Trip’ 및 ‘새 대화’. 이 백업은 Baton 폴더에 그대로 있어요. 설정 > 대화 기록의 이전 스냅샷에는 남아 있을 수 있어요.',
      ],
    };
    for (const language of ['en', 'ko'] as const) {
      localStorage.setItem('baton.appearance', JSON.stringify({ language }));
      const stages = createStartStages();
      stages.fail(new StorageError('unknown', new Error('backing store')));
      const lost = [
        { id: 'a', title: 'Trip' },
        { id: 'b', title: '' },
      ];
      const restore = vi.fn<DatabaseRecovery['restore']>().mockResolvedValueOnce(lost);
      const snapshots = () => Promise.resolve([{ ...SNAPSHOT, id: 'x', counts: null }]);
      const { container } = await render(
        <StartScreen
          stages={stages}
          rescue={rescueWith({ snapshots, restore })}
          isDesktop={false}
          reload={vi.fn<() => void>()}
        />,
      );
      await press(container, /^Restore the snapshot of|스냅샷 복원$/);
      expect([
        container.querySelector('h1')?.textContent,
        container.querySelector('[role=alert]')?.textContent,
      ]).toEqual(expected[language]);
    }
  });

  it('frees what histories kept apart take where there is no room, when asked twice', async () => {
    const stages = createStartStages();
    stages.fail(new StorageError('quota'));
    const holds = { conversations: 2, messages: 1, changedAt: 1_000, journal: null };
    const listRetained = vi
      .fn<DatabaseRecovery['listRetained']>()
      .mockResolvedValue([{ name: 'baton', isNewer: false, holds }]);
    const removeRetained = vi
      .fn<DatabaseRecovery['removeRetained']>()
      .mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    removeRetained.mockResolvedValueOnce(undefined);
    const rescue = rescueWith({ listRetained, removeRetained });
    const { container } = await render(
      <StartScreen stages={stages} rescue={rescue} isDesktop={false} reload={vi.fn<() => void>()} />,
    );
    expect(container.textContent).toContain('Free up some space');
    expect(button(container, /^Save to a file$/)).toBeDefined();
    expect(container.textContent).toContain('2 conversations, one message');
    await press(container, /^Remove…$/);
    await press(container, /^Cancel$/);
    expect(removeRetained).not.toHaveBeenCalled();
    await press(container, /^Remove…$/);
    await press(container, /^Remove for good$/);
    expect(container.querySelector('[role=alert]')?.textContent).toContain('The disk is full');
    listRetained.mockResolvedValue([]);
    await press(container, /^Remove…$/);
    await press(container, /^Remove for good$/);
    expect(removeRetained.mock.calls).toEqual([['baton'], ['baton']]);
    expect(container.textContent).not.toContain('Free up space');
  });

  it('begins empty only when asked twice', async () => {
    const stages = createStartStages();
    stages.fail(new StorageError('timeout'));
    const startEmpty = vi.fn<DatabaseRecovery['startEmpty']>().mockResolvedValue(undefined);
    const rescue = rescueWith({ startEmpty, snapshots: () => Promise.reject(new Error('no host')) });
    const { container } = await render(
      <StartScreen stages={stages} rescue={rescue} isDesktop={false} reload={vi.fn<() => void>()} />,
    );
    expect(container.textContent).toContain('host isn’t responding');
    await press(container, /^Start empty…$/);
    expect(startEmpty).not.toHaveBeenCalled();
    await press(container, /^Start empty$/);
    expect(startEmpty).toHaveBeenCalledOnce();
  });

  it('passes on what the user answers', async () => {
    const stages = createStartStages();
    const answered = stages.ask({ kind: 'no-snapshot', error: new Error('host away'), from: 6, to: 7 });
    const { container } = await render(
      <StartScreen stages={stages} rescue={rescueWith()} isDesktop={false} reload={vi.fn<() => void>()} />,
    );
    expect(container.textContent).toContain('host away');
    await press(container, /^Update without a backup$/);
    expect(await answered).toBe('anyway');
    expect(container.querySelector('[role=status]')?.textContent).toContain('Opening');
  });
});

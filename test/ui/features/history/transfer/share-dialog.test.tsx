// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HostProblemError } from '#host-client/host-error.ts';
import { ExportDialogContext } from '#ui/data/export-dialog-context.ts';
import { ShareDialog } from '#ui/features/history/transfer/share-dialog.tsx';
import { shareWay } from '#ui/shared/files/share-way.ts';
import type { Services } from '#ui/data/services.ts';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { ownStorage } from '#test/fakes/own-storage.ts';
import { hostOn, hostWith, WithServices } from '#test/fakes/services.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';
import type { ExportJob } from '#transfer/transfer-messages.ts';
import { render } from '../../../support/render.tsx';
import { press } from '../../../support/user.ts';

type Share = (data: ShareData) => Promise<void>;
type Give = (file: { name: string; by: string }, bytes: Uint8Array) => Promise<void>;

const kept = new Map<string, PropertyDescriptor | undefined>();
/** As the browser has it. jsdom knows neither. */
function withNavigator(members: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(members)) {
    if (!kept.has(name)) kept.set(name, Object.getOwnPropertyDescriptor(navigator, name));
    Object.defineProperty(navigator, name, { value, configurable: true });
  }
}
const { storage, files } = ownStorage();
beforeEach(() => withNavigator({ storage: { getDirectory: storage } }));
afterEach(() => {
  for (const [name, before] of kept)
    if (before) Object.defineProperty(navigator, name, before);
    else Reflect.deleteProperty(navigator, name);
  kept.clear();
  files.clear();
});

async function open({ mount = 'browser', giveFile = undefined as Give | undefined, words = async () => 'Hello' } = {}) {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  await world.db.sessions.put(sessionRow('s', { title: 'A talk' }));
  const jobs: ExportJob[] = [];
  const client = {
    async write(job: ExportJob, to: FileSystemFileHandle, { signal }: { signal: AbortSignal }) {
      jobs.push(job);
      const text = await words();
      signal.throwIfAborted();
      files.set(to.name, text);
    },
  };
  const closed = vi.fn<(open: boolean) => void>();
  await render(
    <WithServices
      services={{
        ...data,
        connections: hostOn(mount),
        host: hostWith({ giveFile }),
        transfers: { client } as unknown as Services['transfers'],
      }}
    >
      <ExportDialogContext value={{ show: () => undefined, open: true }}>
        <ShareDialog sessions={['s']} open onOpenChange={closed} />
      </ExportDialogContext>
    </WithServices>,
  );
  return { closed, jobs };
}

const late = () => new DOMException('no gesture', 'NotAllowedError');

describe('sharing in a browser', () => {
  it('gives the conversation as text to the system, and leaves nothing behind', async () => {
    const share = vi.fn<Share>(async () => undefined);
    withNavigator({ share, canShare: () => true });
    const { closed, jobs } = await open();
    await waitFor(() => expect(closed).toHaveBeenCalledWith(false));
    const [file] = share.mock.calls[0]?.[0].files ?? [];
    expect([file?.name, file?.type, await file?.text()]).toEqual(['A talk.txt', 'text/plain', 'Hello']);
    expect(jobs).toMatchObject([{ sessions: ['s'], format: 'text' }]);
    expect(files.size).toBe(0);
  });

  it('asks for one more press when the file took longer than a press counts', async () => {
    const share = vi.fn<Share>(async () => undefined).mockRejectedValueOnce(late());
    withNavigator({ share, canShare: () => true });
    const { closed } = await open();
    await screen.findByText('The file is ready.');
    expect(closed).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share…' })));
    await press('Share…');
    await waitFor(() => expect(closed).toHaveBeenCalledWith(false));
    expect(share).toHaveBeenCalledTimes(2);
  });

  it('says so when the browser refuses even then, and does not ask on and on', async () => {
    withNavigator({ share: vi.fn<Share>().mockRejectedValue(late()), canShare: () => true });
    await open();
    await screen.findByText('The file is ready.');
    await press('Share…');
    await screen.findByText('Couldn’t share the conversation');
    expect(screen.queryByRole('button', { name: 'Share…' })).toBeNull();
  });

  it('closes when the user chooses no program', async () => {
    withNavigator({
      share: vi.fn<Share>().mockRejectedValue(new DOMException('closed', 'AbortError')),
      canShare: () => true,
    });
    const { closed } = await open();
    await waitFor(() => expect(closed).toHaveBeenCalledWith(false));
    expect(screen.queryByText('Couldn’t share the conversation')).toBeNull();
  });

  it('gives nothing away once it was canceled, and says what failed', async () => {
    const share = vi.fn<Share>(async () => undefined);
    withNavigator({ share, canShare: () => true });
    const words = Promise.withResolvers<string>();
    const { closed } = await open({ words: () => words.promise });
    await press('Cancel');
    expect(closed).toHaveBeenCalledWith(false);
    await act(async () => words.reject(new Error('the disk is full')));
    await screen.findByText('Couldn’t share the conversation');
    expect(share).not.toHaveBeenCalled();
  });
});

describe('sharing in the desktop app of macOS', () => {
  beforeEach(() => withNavigator({ platform: 'MacIntel' }));

  it('hands the file to the shell, and once more when that took too long', async () => {
    const gone = new HostProblemError({ type: 'about:blank', title: 'No', status: 403, code: 'gesture_missing' });
    const giveFile = vi.fn<Give>(async () => undefined).mockRejectedValueOnce(gone);
    const { closed } = await open({ mount: 'electron', giveFile });
    await screen.findByText('The file is ready.');
    await press('Share…');
    await waitFor(() => expect(closed).toHaveBeenCalledWith(false));
    expect(giveFile.mock.calls.map(([file]) => file)).toEqual([
      { name: 'A talk.txt', by: 'share' },
      { name: 'A talk.txt', by: 'share' },
    ]);
    expect(new TextDecoder().decode(giveFile.mock.calls[1]?.[1])).toBe('Hello');
  });
});

const yes = (): boolean => true;
const no = (): boolean => false;

describe('where there is a share menu', () => {
  it.each([
    ['macOS', 'electron', 'MacIntel', undefined, 'app'],
    ['the app on Windows, whose pages know a call that nothing answers', 'electron', 'Win32', yes, null],
    ['the app on Linux', 'electron', 'Linux x86_64', undefined, null],
    ['a browser that shares files', 'browser', 'Win32', yes, 'browser'],
    ['a browser that shares addresses alone', 'browser', 'Win32', no, null],
    ['a browser without', 'browser', 'Linux x86_64', undefined, null],
    ['a page that doesn’t know its host yet', undefined, 'MacIntel', yes, null],
  ])('%s', (_where, mount, platform, canShare, way) => {
    withNavigator({ platform, canShare });
    expect(shareWay(mount)).toBe(way);
  });
});

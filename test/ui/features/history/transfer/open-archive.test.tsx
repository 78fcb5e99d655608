// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createIncomingTransfer } from '#state/incoming-transfer.ts';
import { fakeTransferClient } from '#test/fakes/fake-transfer-client.ts';
import { hostWith, WithServices } from '#test/fakes/services.tsx';
import { ARCHIVE, PREVIEW } from '#test/fakes/transfers.ts';
import type { TransferStores } from '#state/transfer-stores.ts';
import { DropArchive } from '#ui/features/history/transfer/drop-archive.tsx';
import { useOpenedArchive } from '#ui/features/history/transfer/use-opened-archive.ts';
import { render } from '../../../support/render.tsx';

// jsdom has none.
class Drag extends Event {
  readonly dataTransfer: DataTransfer | null;
  constructor(type: string, { dataTransfer = null, ...init }: DragEventInit) {
    super(type, init);
    this.dataTransfer = dataTransfer;
  }
}
vi.stubGlobal('DragEvent', Drag);

afterEach(() => {
  location.hash = '';
});

function Opened({ focus }: { focus: string | null }) {
  useOpenedArchive(focus);
  return null;
}

async function open(content: React.ReactNode, opened = async (_id: string) => new Blob(['bytes'])) {
  const worker = fakeTransferClient();
  const intake = createIncomingTransfer(worker.client, () => undefined);
  const host = hostWith({ opened });
  await render(<WithServices services={{ host, transfers: { intake } as TransferStores }}>{content}</WithServices>);
  return { worker, intake };
}

describe('an archive that the desktop app was asked to open', () => {
  it('is read under its name, shows what is in it, and restores nothing', async () => {
    const asked = vi.fn<(id: string) => Promise<Blob>>(async () => new Blob(['bytes']));
    location.hash = '#/settings/history/opened%3Aid-1%3Aa%3Ab.baton';
    const { worker, intake } = await open(<Opened focus="opened:id-1:a:b.baton" />, asked);
    expect(asked).toHaveBeenCalledExactlyOnceWith('id-1');
    expect(location.hash).toBe('#/settings/history/import');
    await waitFor(() => expect(intake.store.getState().step).toBe('reading'));
    await act(async () => worker.answer('open', ARCHIVE));
    await act(async () => worker.answer('preview', PREVIEW));
    expect(intake.store.getState().step).toBe('choosing');
    expect(worker.seen.map(({ method }) => method)).toEqual(['open', 'preview']);
  });

  it('that is gone says so', async () => {
    await open(<Opened focus="opened:id-1:a.baton" />, async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error('404');
    });
    expect(await screen.findAllByText('The file is no longer there. Open it again.')).not.toEqual([]);
  });

  it('waits for the user while another file is read', async () => {
    const { intake } = await open(null);
    void intake.open([new File(['x'], 'first.zip')]);
    await render(
      <WithServices
        services={{ host: hostWith({ opened: async () => new Blob() }), transfers: { intake } as TransferStores }}
      >
        <Opened focus="opened:id-2:second.baton" />
      </WithServices>,
    );
    expect(await screen.findAllByText(/Another file is being read/)).not.toEqual([]);
  });
});

describe('a file that is dropped on the window', () => {
  function drop(...names: string[]): boolean {
    const event = new Event('drop', { bubbles: true, cancelable: true });
    const files = names.map((name) => new File(['x'], name));
    Object.assign(event, { dataTransfer: { files, types: ['Files'] } });
    return !document.body.dispatchEvent(event);
  }

  it('that is an archive is shown in the history settings', async () => {
    const { intake } = await open(<DropArchive />);
    await act(async () => expect(drop('Mine.BATON')).toBe(true));
    expect(location.hash).toBe('#/settings/history/import');
    expect(intake.store.getState().step).toBe('reading');
  });

  it.each([[['a.zip']], [['a.baton', 'b.baton']], [['a.baton.txt']]])(
    'that is none is left alone: %j',
    async (names) => {
      const { intake } = await open(<DropArchive />);
      // The page stays, whatever falls on it.
      await act(async () => expect(drop(...names)).toBe(true));
      expect(location.hash).toBe('');
      expect(intake.store.getState().step).toBe('idle');
    },
  );
});

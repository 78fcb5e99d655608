// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HostProblemError } from '#host-client/host-error.ts';
import { addMessages, type HistoryInput } from '#test/fakes/add-messages.ts';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { required } from '#test/fakes/fake-clock.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { hostOn, hostWith, WithServices } from '#test/fakes/services.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';
import { PrintDialog } from '#ui/features/history/print/print-dialog.tsx';
import { render } from '../../../support/render.tsx';
import { press } from '../../../support/user.ts';
import { userEvent } from '@testing-library/user-event';

type SavePdf = (body: { name: string }) => Promise<{ saved: string | null }>;

const ORIGIN = { vendor: 'anthropic', model: 'claude' } as const;
const talk = (turns: number): HistoryInput[] =>
  Array.from({ length: turns }, (_, at): HistoryInput[] => [
    { role: 'user', parts: [{ type: 'text', text: `Question ${at}` }] },
    {
      role: 'assistant',
      origin: ORIGIN,
      parts: [
        { type: 'thinking', text: `Secretly thought ${at}` },
        { type: 'text', text: `Answer **${at}**` },
        { type: 'tool_call', id: `c${at}`, name: 'read_file', args: { path: `a${at}.ts` } },
      ],
    },
    { role: 'tool', parts: [{ type: 'tool_result', callId: `c${at}`, text: `contents of ${at}` }] },
  ]).flat();

afterEach(() => vi.unstubAllGlobals());

async function open({ turns = 3, mount = 'browser', calls = {}, also = [] as HistoryInput[] } = {}) {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  await world.db.sessions.put(sessionRow('s', { title: 'A talk', system: 'Be kind' }));
  await addMessages({ db: world.db, writers: data.writers, now: () => 1 }, 's', [...talk(turns), ...also]);
  // The fake of IndexedDB can't clone what jsdom takes for bytes.
  vi.spyOn(world.db.blobs, 'get').mockImplementation(((hash: string) =>
    Promise.resolve({ hash, mime: 'image/png', bytes: new Blob(['damaged']) })) as never);
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const closed = vi.fn<(open: boolean) => void>();
  await render(
    <WithServices
      services={{
        ...data,
        connections: hostOn(mount),
        host: hostWith(calls),
      }}
    >
      <PrintDialog sessions={['s']} open onOpenChange={closed} />
    </WithServices>,
  );
  await screen.findByText('Print “A talk”');
  const sheet = () => document.querySelector('[data-print-sheet]');
  return { print, closed, sheet };
}

describe('printing a conversation', () => {
  it('prints every message with title and models, thinking left out, tools on one line', async () => {
    const { print, closed, sheet } = await open({ turns: 70 });
    expect(sheet()).toBeNull();
    await press('Print…');
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    const text = sheet()?.textContent ?? '';
    expect(text).toContain('A talk');
    expect(text).toContain('claude');
    expect(text).toContain('Be kind');
    for (let at = 0; at < 70; at++) expect(text).toContain(`Question ${at}`);
    expect(sheet()?.querySelectorAll('strong')).toHaveLength(70);
    expect(text).toContain('a69.ts');
    expect(text).not.toContain('Secretly thought');
    expect(text).not.toContain('contents of');
    // The system's dialog has closed, whatever was chosen there.
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(closed).toHaveBeenCalledWith(false);
  });

  it('prints the name of an image that cannot be drawn', async () => {
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, { createObjectURL: () => 'blob:x', revokeObjectURL: vi.fn<() => void>() }),
    );
    const image = { type: 'image', mime: 'image/png', name: 'map.png', blob: 'b', bytes: 7 } as const;
    const { sheet } = await open({ also: [{ role: 'user', parts: [image] }] });
    await press('Print…');
    const drawn = await waitFor(() => required(sheet()?.querySelector('img')));
    fireEvent.error(drawn);
    expect(sheet()?.querySelector('img')).toBeNull();
    expect(sheet()?.textContent).toContain('map.png, image/png');
  });

  it('prints thinking and tools in full when the user wants them', async () => {
    const { print, sheet } = await open();
    for (const group of ['Thinking', 'Tool calls'])
      await userEvent.click(
        screen.getByRole('radiogroup', { name: group }).querySelectorAll('[role="radio"]')[2] as HTMLElement,
      );
    await press('Print…');
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(sheet()?.textContent).toContain('Secretly thought 2');
    expect(sheet()?.textContent).toContain('contents of 2');
  });

  it('stops, and leaves no pages behind', async () => {
    const { print, sheet } = await open({ turns: 300 });
    await press('Print…');
    await press('Stop');
    await screen.findByRole('button', { name: 'Print…' });
    expect(sheet()).toBeNull();
    expect(print).not.toHaveBeenCalled();
  });

  it('offers a PDF in the desktop app alone, and says what it was saved as', async () => {
    const savePdf = vi.fn<SavePdf>(async () => ({ saved: 'Mine.pdf' }));
    const { closed, sheet } = await open({ mount: 'electron', calls: { savePdf } });
    await press('Save as PDF…');
    await screen.findByText('Saved as Mine.pdf');
    expect(savePdf).toHaveBeenCalledWith({ name: 'A talk' });
    expect(sheet()).not.toBeNull();
    expect(closed).toHaveBeenCalledWith(false);
  });

  it('asks for one more press when the pages took longer than a press counts', async () => {
    const savePdf = vi
      .fn<SavePdf>(async () => ({ saved: null }))
      .mockRejectedValueOnce(
        new HostProblemError({ type: 'about:blank', title: 'No', status: 403, code: 'gesture_missing' }),
      )
      .mockResolvedValueOnce({ saved: 'Mine.pdf' });
    await open({ mount: 'electron', calls: { savePdf } });
    await press('Save as PDF…');
    await screen.findByText('The pages are ready. Press Save as PDF again.');
    await press('Save as PDF…');
    expect(await screen.findByText('Saved as Mine.pdf')).toBeTruthy();
    expect(savePdf).toHaveBeenCalledTimes(2);
  });
});

it('browser mode has no button for a PDF, and says how to get one', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Save as PDF…' })).toBeNull();
  expect(screen.getByText(/choose “Save as PDF” as the printer/)).toBeTruthy();
});

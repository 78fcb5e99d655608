// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createExports } from '#state/exports.ts';
import { createIncomingTransfer } from '#state/incoming-transfer.ts';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { fakeTransferClient } from '#test/fakes/fake-transfer-client.ts';
import { ARCHIVE, PREVIEW, REPORT } from '#test/fakes/transfers.ts';
import { TransferError, transferError } from '#transfer/transfer-error.ts';
import type { ExportJob, ExportReport } from '#transfer/transfer-messages.ts';
import { ExportDialog } from '#ui/features/history/transfer/export-dialog.tsx';
import { ExportDialogContext } from '#ui/data/export-dialog-context.ts';
import { exportFileName } from '#ui/features/history/transfer/export-file-name.ts';
import { ExportOptionsForm, DEFAULT_OPTIONS } from '#ui/features/history/transfer/export-options.tsx';
import { ExportStatus } from '#ui/features/history/transfer/export-status.tsx';
import { StepPanel } from '#ui/features/history/steps/step-panel.tsx';
import { useExportState } from '#ui/features/history/transfer/transfer-states.ts';
import { TransferNotices } from '#ui/features/history/transfer/transfer-notices.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { click, press as pressButton } from '../../../support/user.ts';

const JOB: ExportJob = { ...DEFAULT_OPTIONS, sessions: 'all', trash: false, language: 'en' };
const DONE: ExportReport = {
  format: 'archive',
  conversations: 1,
  messages: 4000,
  blobs: 12,
  bytes: 12_300_000,
  named: 0,
  lost: 0,
  unreadable: 0,
};

function Status({ onDone }: { onDone: () => void }) {
  const state = useExportState();
  return (
    <StepPanel step={state.step} label="Export">
      <ExportStatus state={state} onDone={onDone} />
    </StepPanel>
  );
}

async function shown({ own = false, dialog = false } = {}) {
  const worker = fakeTransferClient();
  const handed: string[] = [];
  const place = {
    name: '내 대화.zip',
    handle: { kind: 'file' } as FileSystemFileHandle,
    own,
    handOver: async () => void handed.push('handed'),
    remove: async () => void handed.push('removed'),
  };
  const places = { choose: async () => place, sweep: async () => undefined };
  const exports = createExports(worker.client, places, () => undefined);
  const intake = createIncomingTransfer(worker.client, () => undefined);
  const rendered = await render(
    <WithServices services={{ transfers: { client: worker.client, exports, intake } }}>
      <ExportDialogContext value={{ show: () => undefined, open: dialog }}>
        <Status onDone={exports.dismiss} />
        <TransferNotices />
      </ExportDialogContext>
    </WithServices>,
  );
  const { container } = rendered;
  const begin = () => act(async () => void exports.start(JOB, 'baton.zip'));
  const finish = (report: ExportReport = DONE) => act(async () => worker.answer('write', report));
  const press = (name: string) => pressButton(name, container);
  return { ...rendered, worker, exports, intake, handed, begin, finish, press };
}

afterEach(() => {
  location.hash = '';
});

describe('an export', () => {
  it('shows how far it is, stops, and says that there is no file', async () => {
    const { container, worker, begin, press } = await shown();
    await begin();
    await act(async () =>
      worker.progress('write', { phase: 'writing', conversations: 30, of: 120, bytes: 5_000_000, ofBytes: null }),
    );
    const bar = container.querySelector('[role=progressbar]');
    expect(bar?.getAttribute('aria-valuenow')).toBe('25');
    expect(bar?.getAttribute('aria-valuetext')).toBe('Writing · 30 of 120 conversations · 5 MB');
    await act(async () =>
      worker.progress('write', { phase: 'verifying', conversations: 0, of: 120, bytes: 1, ofBytes: 5_000_000 }),
    );
    expect(container.querySelector('[role=status]')?.textContent).toBe('Verifying');
    container.querySelector('button')?.focus();
    await press('Stop');
    expect(container.textContent).toContain('Stopped. No file was saved.');
    // The pressed button is gone; the keyboard focus stays in its place.
    expect(document.activeElement?.getAttribute('role')).toBe('group');
  });

  it('ends in a receipt that says what was verified, and what is not in it', async () => {
    const { container, begin, finish } = await shown();
    await begin();
    await finish({ ...DONE, named: 3, lost: 2, unreadable: 1 });
    const status = container.querySelector('[role=status]');
    expect(status?.textContent).toContain('Exported and verified');
    expect(status?.textContent).toContain('내 대화.zip, 12.3 MB');
    expect(status?.textContent).toContain(
      'Verified: reopened, counted, and hashes match. 1 conversation, 4,000 messages, 12 attachments.',
    );
    expect(container.textContent).toContain('3 attachments are only named in the file.');
    expect(container.textContent).toContain('2 attachments aren’t included');
    expect(container.textContent).toContain('1 entry isn’t included');
    expect(container.textContent).not.toContain('Save again');
  });

  it.each([
    ['archive', 'Each attachment counts once'],
    ['markdown', 'Attachments are saved beside the texts and count once per conversation'],
    ['json', 'Attachments are saved beside the texts'],
    ['html', 'Images are inside the pages'],
  ] as const)('says how attachments are counted: %s', async (format, expected) => {
    const { container, begin, finish } = await shown();
    await begin();
    await finish({ ...DONE, format });
    expect(container.textContent).toContain(expected);
  });

  it('that the browser downloads can be saved once more, and is removed when it was seen', async () => {
    const { container, begin, finish, press, handed } = await shown({ own: true });
    await begin();
    await finish();
    expect(container.textContent).toContain('downloads');
    await press('Save again');
    await press('Done');
    expect(handed).toEqual(['handed', 'handed', 'removed']);
    expect(container.querySelector('[role=status]')).toBeNull();
  });

  it.each([
    [transferError('file-full'), 'Free up space'],
    [transferError('file-denied'), 'Choose another location'],
    [transferError('not-verified'), 'don’t rely on it'],
    [new TransferError({ code: 'storage', storage: 'quota', detail: '', message: '' }), 'full'],
  ])('%s: says what to do', async (error, expected) => {
    const { container, worker, begin } = await shown();
    await begin();
    await act(async () => worker.fail('write', error));
    expect(container.querySelector('[role=alert]')?.textContent).toContain(expected);
    expect(container.textContent).not.toContain('Exported and verified');
  });

  it('names the unfinished file that could not be taken away', async () => {
    const { container, worker, begin } = await shown();
    await begin();
    const failure = new TransferError({ code: 'file-full', detail: '', message: '', left: true });
    await act(async () => worker.fail('write', failure));
    expect(container.textContent).toContain('Delete the unfinished file 내 대화.zip.');
  });
});

describe('the dialog of a conversation', () => {
  it('offers a format to read first, and the archive beside it', async () => {
    const world = await ChatWorld.open();
    const data = await createPageData(world, world.window());
    const { client } = fakeTransferClient();
    const places = { choose: async () => null, sweep: async () => undefined };
    const exports = createExports(client, places, () => undefined);
    const intake = createIncomingTransfer(client, () => undefined);
    await render(
      <WithServices services={{ ...data, transfers: { client, exports, intake } }}>
        <ExportDialog sessions={['one']} open onOpenChange={() => undefined} />
      </WithServices>,
    );
    const formats = [...document.querySelectorAll('[role=radio]')];
    expect(formats.map(({ textContent }) => textContent).join()).toContain('Baton archive');
    expect(
      formats.filter((one) => one.getAttribute('aria-checked') === 'true').map(({ textContent }) => textContent),
    ).toEqual(['MarkdownFor notes and other apps.']);
    // A browser window gives no file to the pointer.
    expect(document.body.textContent).not.toContain('drag the title');
  });

  it('says in the desktop app that the title can be dragged out', async () => {
    const world = await ChatWorld.open();
    const data = await createPageData(world, world.window());
    data.connections.store.setState({ info: { version: '1.0.0', mount: 'electron', known: true } });
    const { client } = fakeTransferClient();
    const places = { choose: async () => null, sweep: async () => undefined };
    const exports = createExports(client, places, () => undefined);
    const intake = createIncomingTransfer(client, () => undefined);
    await render(
      <WithServices services={{ ...data, transfers: { client, exports, intake } }}>
        <ExportDialog sessions={['one']} open onOpenChange={() => undefined} />
      </WithServices>,
    );
    expect(document.body.textContent).toContain('drag the title out of this window');
  });
});

describe('while something is written', () => {
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('closing the window asks first', async () => {
    const { begin, finish, intake, worker } = await shown();
    expect(closing()).toBe(false);
    await begin();
    expect(closing()).toBe(true);
    await finish();
    expect(closing()).toBe(false);

    await act(async () => void intake.open([new File(['x'], 'a.zip')]));
    await act(async () => worker.answer('open', ARCHIVE));
    await act(async () => worker.answer('preview', PREVIEW));
    expect(closing()).toBe(false);
    await act(async () => void intake.restore());
    expect(closing()).toBe(true);
    await act(async () => worker.answer('restore', REPORT));
    expect(closing()).toBe(false);
  });

  it('its end is told where the user looks at something else, and nowhere else', async () => {
    const elsewhere = await shown();
    await elsewhere.begin();
    await elsewhere.finish();
    expect(document.body.textContent).toContain('Exported and verified: 내 대화.zip');
    elsewhere.unmount();

    location.hash = '#/settings/history';
    const there = await shown();
    await there.begin();
    await there.finish();
    expect(document.body.textContent).not.toContain('Exported and verified: 내 대화.zip');
    there.unmount();

    location.hash = '';
    const asked = await shown({ dialog: true });
    await asked.begin();
    await asked.finish();
    expect(document.body.textContent).not.toContain('Exported and verified: 내 대화.zip');
  });
});

describe('what to export', () => {
  it('is the archive with everything, or another format with what is wanted of it', async () => {
    let value = DEFAULT_OPTIONS;
    const formats = ['archive', 'markdown', 'html', 'json', 'text'] as const;
    const draw = () => <ExportOptionsForm formats={formats} value={value} onChange={(next) => (value = next)} />;
    const { container, rerender } = await render(draw());
    expect(container.querySelectorAll('[role=switch]')).toHaveLength(0);
    const radios = [...container.querySelectorAll<HTMLElement>('[role=radio]')];
    expect(radios).toHaveLength(5);
    await click(radios[2]);
    expect(value.format).toBe('html');
    await rerender(draw());
    const switches = [...container.querySelectorAll<HTMLElement>('[role=switch]')];
    expect(switches.map((one) => one.getAttribute('aria-checked'))).toEqual(['true', 'true', 'false']);
    await click(switches[0]);
    expect(value).toEqual({ format: 'html', thinking: false, tools: true, branches: false });
  });
});

describe('the name of the file', () => {
  const day = new Date(2026, 10, 1);
  it.each([
    ['archive', null, 'baton-2026-11-01.baton'],
    ['markdown', null, 'baton-2026-11-01.zip'],
    ['archive', '한국어 제목: 여행 계획/일정?', '한국어 제목 여행 계획 일정.baton'],
    ['html', '..\\..\\evil\u202Egnp.exe\0', 'evil gnp.exe.html'],
    ['json', ' . ', 'baton-2026-11-01.json'],
    ['text', 'CON', 'CON_.txt'],
    ['markdown', 'aux.notes', 'aux_.notes.md'],
  ] as const)('of %s, %j is %s', (format, title, name) => {
    expect(exportFileName(format, title, day)).toBe(name);
  });

  it('fits every file system, and no character is cut in two', () => {
    const name = exportFileName('markdown', '가👩‍👩‍👧‍👦'.repeat(200), day);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(190);
    expect(name.isWellFormed()).toBe(true);
    expect(name).toMatch(/^가👩.+\.md$/u);
  });
});

// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { createExports } from '#state/exports.ts';
import { createIncomingTransfer } from '#state/incoming-transfer.ts';
import { fakeTransferClient } from '#test/fakes/fake-transfer-client.ts';
import { ARCHIVE, PREVIEW, REPORT, resultRow } from '#test/fakes/transfers.ts';
import { ArchiveError } from '#archive/archive-error.ts';
import { emptyReceipt } from '#archive/import/base/receipt.ts';
import { StorageError } from '#storage/storage-error.ts';
import { failureOf, TransferError, transferError } from '#transfer/transfer-error.ts';
import type { Opened, TransferPreview, TransferReport } from '#transfer/transfer-messages.ts';
import { IncomingTransferSection } from '#ui/features/history/transfer/incoming-transfer-section.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { click, fill } from '../../../support/user.ts';

const FILES = [new File(['x'], 'baton.zip')];
const CHATGPT: Opened = {
  id: 'opened',
  kind: 'import',
  name: 'export.zip',
  sources: [{ source: 'chatgpt', files: 2 }],
  bytes: 4_200_000,
};

beforeAll(() => {
  // jsdom has no layout, but the list needs its height.
  const sizes = { clientHeight: 400, clientWidth: 600, offsetHeight: 50 };
  for (const [name, size] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size });
});

async function shown(language: 'en' | 'ko' = 'en') {
  const worker = fakeTransferClient();
  const intake = createIncomingTransfer(worker.client, () => undefined);
  const places = { choose: async () => null, sweep: async () => undefined };
  const exports = createExports(worker.client, places, () => undefined);
  const opened: (readonly File[])[] = [];
  const { container } = await render(
    <WithServices services={{ transfers: { client: worker.client, exports, intake } }}>
      <IncomingTransferSection
        over={false}
        requested={false}
        onFiles={(files) => (opened.push(files), void intake.open(files))}
      />
    </WithServices>,
    language,
  );
  const text = () => container.textContent ?? '';
  const press = (name: RegExp | string) =>
    click(
      [...container.querySelectorAll('button')].find(({ textContent }) =>
        typeof name === 'string' ? textContent.startsWith(name) : name.test(textContent),
      ),
    );
  const boxes = () =>
    [...container.querySelectorAll<HTMLElement>('[data-row]')].map((row) => ({
      title: row.querySelector('span span')?.textContent,
      detail: row.querySelector('span span + span')?.textContent,
      checked: row.querySelector<HTMLInputElement>('input')?.checked,
    }));
  const toggle = (id: string) => click(container.querySelector<HTMLElement>(`[data-row="${id}"] input`));
  const toPreview = async (what: Opened = ARCHIVE, preview: Partial<TransferPreview> = {}) => {
    await act(async () => void intake.open(FILES));
    await act(async () => worker.answer('open', what));
    await act(async () => worker.answer('preview', { ...PREVIEW, ...preview }));
  };
  const restored = async (report: TransferReport) => {
    await press(/^(Restore|Import|대화)/);
    await act(async () => worker.answer('restore', report));
  };
  return { container, worker, intake, text, press, boxes, toggle, toPreview, restored };
}

describe('choosing', () => {
  it('offers files, a folder, dropping, and how to get an export of each program', async () => {
    const { container, text } = await shown();
    expect(text()).toContain('Drop a file or folder anywhere on this page');
    expect([...container.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      'Choose files…',
      'Choose a folder…',
    ]);
    expect(container.querySelectorAll('dt')).toHaveLength(20);
    expect(container.querySelectorAll('dd')).toHaveLength(20);
    expect(text()).toContain('Press Cmd+Shift+. on a Mac or Ctrl+H on Linux');
  });

  it('opens what was chosen, under the name of its way in a folder', async () => {
    const { container, worker } = await shown();
    const input = container.querySelector<HTMLInputElement>('[data-intake=folder]');
    const file = new File(['{}'], 'a.json');
    Object.defineProperty(file, 'webkitRelativePath', { value: 'chats/Alice/a.json' });
    Object.defineProperty(input, 'files', { value: [file] });
    await act(async () => fireEvent.change(input as Element));
    expect(worker.seen).toMatchObject([{ method: 'open', args: [[file]] }]);
  });
});

describe('reading', () => {
  it('shows how far it is in words and numbers, and stops', async () => {
    const { container, worker, intake, press, text } = await shown();
    await act(async () => void intake.open(FILES));
    const bar = () => container.querySelector('[role=progressbar]');
    expect(bar()?.hasAttribute('aria-valuenow')).toBe(false);
    expect(bar()?.getAttribute('aria-valuetext')).toBe('Starting');
    await act(async () =>
      worker.progress('open', {
        phase: 'reading',
        conversations: 1200,
        of: null,
        bytes: 2_000_000,
        ofBytes: 8_000_000,
      }),
    );
    expect(bar()?.getAttribute('aria-valuenow')).toBe('25');
    expect(bar()?.getAttribute('aria-valuetext')).toBe(
      'Reading and comparing. Nothing is changed yet · 1,200 conversations · 2 MB of 8 MB',
    );
    expect(container.querySelector('[role=status]')?.textContent).toBe('Reading and comparing. Nothing is changed yet');
    await press('Stop');
    expect(text()).toContain('Choose files…');
  });
});

describe('a preview', () => {
  it('says for each conversation what would happen', async () => {
    const { boxes, text, toPreview } = await shown();
    await toPreview();
    expect(text()).toContain('5 conversations, 40 messages, 2 attachments');
    expect(text()).toContain('by Baton 0.1.0');
    expect(boxes()).toEqual([
      { title: 'A new one', detail: 'New, 12 messages', checked: true },
      {
        title: '갈라진 대화',
        detail:
          '3 new messages added as a branch, 1 interrupted answer completed, mode changes to “Ask”, unchanged here: title and draft',
        checked: true,
      },
      { title: 'From the trash', detail: 'restored from the trash', checked: true },
      { title: 'Known already', detail: 'Already here', checked: false },
      {
        title: 'Broken',
        detail: 'Damaged in this file. Another copy may still have it.',
        checked: false,
      },
    ]);
  });

  it('restores what is left when some are taken out, and cannot take in what has nothing new', async () => {
    const { worker, press, toggle, toPreview, boxes } = await shown();
    await toPreview();
    await toggle('joined');
    await toggle('same');
    expect(boxes().map(({ checked }) => checked)).toEqual([true, false, true, false, false]);
    await press('Restore 2 conversations');
    expect(worker.seen.at(-1)).toEqual({ method: 'restore', args: ['opened', ['fresh', 'back']] });
  });

  it('shows one kind alone, and chooses all that are shown', async () => {
    const { container, press, boxes, toPreview, text } = await shown();
    await toPreview();
    await press('Merged 2');
    expect(boxes().map(({ title }) => title)).toEqual(['갈라진 대화', 'From the trash']);
    await click(container.querySelector<HTMLElement>('label input'));
    expect(boxes().map(({ checked }) => checked)).toEqual([false, false]);
    expect(text()).toContain('Restore 1 conversation');
    await press('From the trash 1');
    expect(boxes()).toHaveLength(1);
  });

  it('of a thousand draws those in view, and finds titles', async () => {
    const { container, boxes, toPreview, text } = await shown();
    const results = Array.from({ length: 1000 }, (_, at) => resultRow(`c${at}`, `대화 ${at}`, { added: 1 }));
    await toPreview(ARCHIVE, { results, receipt: null });
    expect(text()).toContain('Restore 1,000 conversations');
    expect(boxes().length).toBeLessThan(40);
    expect(container.querySelector('[data-row]')?.getAttribute('aria-setsize')).toBe('1000');
    fill(screen.getByRole('searchbox'), '대화 777');
    expect(boxes().map(({ title }) => title)).toEqual(['대화 777']);
  });

  it('is walked through with the arrow keys; Tab stops once', async () => {
    const { container, toPreview } = await shown();
    await toPreview();
    const stops = () => [...container.querySelectorAll('[data-row] input[tabindex="0"]')];
    expect(stops()).toHaveLength(1);
    act(() => (stops()[0] as HTMLElement).focus());
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('joined');
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('broken');
    expect(stops()).toEqual([document.activeElement]);
  });

  it('says so when everything is here already, and when there is nothing', async () => {
    const known = await shown();
    await known.toPreview(CHATGPT, { results: [resultRow('a', 'A', { kind: 'same' })], receipt: emptyReceipt() });
    expect(known.text()).toContain('You already have every conversation in this file');
    expect(known.text()).toContain('ChatGPTexport.zip · 2 files · 4.2 MB');
    await known.press('Close');
    expect(known.text()).toContain('Choose files…');

    const none = await shown();
    await none.toPreview(CHATGPT, { results: [], receipt: emptyReceipt() });
    expect(none.text()).toContain('There are no conversations to import');
  });

  it('shows in full what a file would add to requests, with what is hidden in it', async () => {
    const { container, text, toggle, toPreview } = await shown();
    const fields = { api_base: 'https://example.org', note: 'a\u202eb' };
    await toPreview(ARCHIVE, {
      results: [
        resultRow('one', 'One', { fields }),
        resultRow('two', 'Two', { fields: { ...fields } }),
        resultRow('here', 'Here', { kind: 'diverged', added: 1 }),
      ],
      assistants: [{ name: 'Helper', fields: { tags: ['x'] } }],
    });
    const shownFields = () => [...container.querySelectorAll('pre')].map(({ textContent }) => textContent);
    expect(text()).toContain('This file adds fields to your requests');
    expect(shownFields()).toEqual([
      '{\n  "api_base": "https://example.org",\n  "note": "a\\u{202e}b"\n}',
      '{\n  "tags": [\n    "x"\n  ]\n}',
    ]);
    expect(text()).toContain('in 2 conversations');
    expect(text()).toContain('in the assistant “Helper”');
    await toggle('one');
    expect(text()).toContain('in 1 conversation');
    await toggle('two');
    expect(shownFields()).toHaveLength(1);
  });

  it('restores what belongs to no conversation, also where every conversation is here already', async () => {
    const known = await shown();
    await known.toPreview(ARCHIVE, { results: [resultRow('a', 'A', { kind: 'same' })], library: 2 });
    expect(known.text()).toContain('2 folders, prompts, assistants, and project files in it aren’t here yet.');
    await known.press(/^Restore$/);
    expect(known.worker.seen.at(-1)).toEqual({ method: 'restore', args: ['opened', []] });
    const some = await shown();
    await some.toPreview(ARCHIVE, { ...PREVIEW, library: 1 });
    expect(some.text()).toContain('1 folder, prompt, assistant, or project file in it isn’t here yet.');
    await some.toggle('fresh');
    expect(some.text()).not.toContain('isn’t here yet.');
    await some.toggle('fresh');
    await some.restored({ ...REPORT, results: [], library: 1 });
    expect(some.container.querySelector('[role=status]')?.textContent).toContain(
      'Restored1 folder, prompt, assistant, or project file',
    );
  });

  it('of an import names what it leaves out, and why', async () => {
    const { toPreview, text } = await shown('ko');
    await toPreview(CHATGPT, {
      results: [resultRow('a', 'A', { added: 2 })],
      receipt: {
        ...emptyReceipt(),
        skipped: [{ where: 'conversations-000.json, 7', reason: 'incomplete' }],
        moreSkipped: 41,
        raw: { 'chatgpt:tether_quote': 3 },
        dropped: [
          { source: 'chatgpt', of: 'message', field: 'metadata.zz', count: 3 },
          { source: 'chatgpt', of: 'conversation', field: 'gizmo_id', count: 12 },
        ],
        moreDropped: 2,
        notes: ['files-elsewhere', 'undated', 'folders-unnamed'],
      },
    });
    expect(text()).toContain('가져오지 않음: Baton에 담을 곳이 없는 항목 4개');
    expect(text()).toContain('gizmo_id 대화 12개metadata.zz 메시지 3개그 밖에 2개');
    expect(text()).toContain('가져온 시각을 넣었어요');
    expect(text()).toContain('이름은 나중에 바꿀 수 있어요');
    expect(text()).toContain('내보낸 파일에서 42개를 뺐어요');
    expect(text()).toContain('구분할 정보가 빠진 대화conversations-000.json, 7');
    expect(text()).toContain('그 밖에 41개');
    expect(text()).toContain('3 × chatgpt:tether_quote');
    expect(text()).toContain('이름만 가져왔어요');
    expect(text()).toContain('대화 1개 가져오기');
  });

  it('warns of an incomplete export, and in the receipt, too', async () => {
    const { container, toPreview, restored } = await shown();
    const receipt = { ...emptyReceipt(), notes: ['undated' as const, 'cut-off' as const, 'database-open' as const] };
    const results = [resultRow('a', 'A', { added: 2 })];
    const statuses = () => [...container.querySelectorAll('[role=status]')].map(({ textContent }) => textContent);
    const warnings = [
      'The export ends too early, so more may be missing. Export or download it again to get the rest.',
      'The newest entries are in a second file that Baton doesn’t read. Quit that app, then choose the folder again.',
    ];
    await toPreview(CHATGPT, { results, receipt });
    expect(statuses()).toEqual(warnings);
    await restored({ ...REPORT, results, receipt });
    expect(statuses().slice(1)).toEqual(warnings);
  });
});

describe('a receipt', () => {
  it('counts what came in, what did not and why, and opens it', async () => {
    const { container, text, toPreview, toggle, restored } = await shown();
    await toPreview();
    await toggle('back');
    await restored({ ...REPORT, results: REPORT.results.slice(0, 2), lost: ['hash'], damaged: ['library'] });
    for (const expected of [
      'Restored',
      '1 new conversation, 12 messages',
      '1 merged with an existing one, 3 messages new',
      '1 already here: nothing to add',
      '1 not selected',
      '1 refused',
      '1 attachment is missing here and in the file',
      'folders, prompts, and assistants in this archive are damaged',
    ])
      expect(text()).toContain(expected);
    expect(container.querySelector('a')?.getAttribute('href')).toBe('#/s/fresh');
    expect(container.querySelector('[role=status]')?.textContent).toContain('Restored');
  });

  it('of an import adds up: what was empty is counted too, and where things went is said', async () => {
    const { text, toPreview, restored } = await shown();
    const receipt = { ...emptyReceipt(), skipped: [{ where: 'c.json', reason: 'empty' as const, detail: 'Empty' }] };
    const results = [resultRow('a', 'A', { added: 2, placed: ['folder', 'tags', 'archived'] })];
    await toPreview(CHATGPT, { results, receipt });
    expect(text()).toContain('New, 2 messages, in a folder, with tags, goes to Archived');
    await restored({ ...REPORT, results, receipt });
    expect(text()).toContain('1 new conversation, 2 messages');
    expect(text()).toContain('1 without messages, so there’s nothing to import');
  });

  it('of one that was stopped says what was not reached', async () => {
    const { text, toPreview, restored } = await shown();
    await toPreview();
    await restored({ ...REPORT, results: REPORT.results.slice(0, 1), stopped: 'cancelled' });
    expect(text()).toContain('StoppedFinished conversations are here.');
    expect(text()).toContain('2 not reached');
  });

  it('of a full disk says what to do, and keeps what came in', async () => {
    const { container, text, toPreview, restored } = await shown();
    await toPreview();
    const stopped = failureOf(new StorageError('quota', new Error('QuotaExceededError')));
    await restored({ ...REPORT, results: REPORT.results.slice(0, 1), stopped });
    expect(container.querySelector('[role=alert]')?.textContent).toMatch(/Free up some space/);
    expect(text()).toContain('1 new conversation, 12 messages');
    expect(text()).toContain('Undo');
  });

  it('is taken back, kindly where somebody has gone on', async () => {
    const { container, worker, text, press, toPreview, restored } = await shown();
    await toPreview();
    await restored(REPORT);
    await press('Undo');
    expect(container.querySelector('[aria-busy=true]')?.textContent).toBe('Undo');
    await act(async () => worker.answer('undo', ['joined']));
    expect(text()).toContain('Undone1 conversation stays, because it was continued');
    expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toContain('#/s/joined');
    expect(text()).not.toContain('Open “A new one”');
  });

  it('stays as it is when taking back fails', async () => {
    const { worker, text, press, toPreview, restored } = await shown();
    await toPreview();
    await restored(REPORT);
    await press('Undo');
    await act(async () => worker.fail('undo', transferError('not-open')));
    expect(text()).toContain('Couldn’t undo');
    expect(text()).toContain('Open “A new one”');
  });
});

describe('what cannot be opened', () => {
  it.each([
    [new ArchiveError('newer-version', 'version 9'), 'Update Baton here', 'version 9'],
    [new ArchiveError('damaged', 'hash of conversations/000001.ndjson'), 'Copy or download it again', 'hash of'],
    [new ArchiveError('too-large', 'unpacks from 1 to 9'), 'don’t trust it', 'unpacks'],
    [new ArchiveError('unsafe-name', 'leads elsewhere'), 'lead out of a folder', 'leads elsewhere'],
    [transferError('not-recognised'), 'how to export from each app', ''],
    [transferError('file-gone'), 'Choose it again', ''],
    [new TransferError(failureOf(new StorageError('closed'))), 'Reload this window', ''],
  ])('%s: says what to do', async (error, expected, detail) => {
    const { container, worker, intake, text } = await shown();
    await act(async () => void intake.open(FILES));
    await act(async () => worker.fail('open', error));
    expect(container.querySelector('[role=alert]')?.textContent).toContain(expected);
    expect(text()).toContain(detail);
    expect(text()).toContain('Choose files…');
  });

  it('unfolds how to get an export when nothing was recognised', async () => {
    const { container, worker, intake } = await shown();
    await act(async () => void intake.open(FILES));
    await act(async () => worker.fail('open', transferError('not-recognised')));
    expect(container.querySelector<HTMLDetailsElement>('details:has(dl)')?.open).toBe(true);
  });
});

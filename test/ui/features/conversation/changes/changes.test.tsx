// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CallChanges, ChangeList, EntryState, FileChange, TakeBackPreview } from '#contract/checkpoints.ts';
import type { CheckpointHost } from '#host-client/host-api.ts';
import type { PageLog } from '#state/page-log.ts';
import type { LogServices } from '#ui/data/services.ts';
import { ChangesPanel } from '#ui/features/conversation/changes/changes-panel.tsx';
import { RewoundOffer } from '#ui/features/conversation/changes/rewound-offer.tsx';
import { ConversationContext, type ConversationState } from '#ui/features/conversation/scene/conversation-context.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { sessionRow } from '#test/fakes/session-row.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { fakeActions } from '../../../support/chat-scene.tsx';
import { render } from '../../../support/render.tsx';
import { click } from '../../../support/user.ts';

const file = (letter: string): EntryState => ({ kind: 'file', size: 1, hash: letter.repeat(64), mode: 0o644 });
const absent: EntryState = { kind: 'absent' };

const change = (seq: number, shown: string, more: Partial<FileChange> = {}): FileChange => ({
  seq,
  path: `/w/${shown}`,
  shown,
  before: file('a'),
  after: file('b'),
  state: 'left',
  ...more,
});
const call = (step: string, run: string, changes: FileChange[], more: Partial<CallChanges> = {}): CallChanges => ({
  call: `${step}#0`,
  step,
  run,
  at: 1,
  tool: 'edit',
  command: null,
  look: null,
  changes,
  more: 0,
  ...more,
});

const LIST: ChangeList = {
  earlier: 0,
  calls: [
    call('s1', 'r1', [change(1, 'a.txt', { state: 'later' })]),
    call('s2', 'r1', [change(2, 'new.txt', { before: absent }), change(3, 'a.txt', { state: 'changed' })]),
    call('t', 't', [change(4, 'b.txt', { state: 'taken-back' })], { tool: 'take-back' }),
  ],
};

const PREVIEW: TakeBackPreview = {
  upTo: 4,
  more: 0,
  files: [
    { path: '/w/a.txt', shown: 'a.txt', state: 'changed', now: file('c'), goal: file('a'), seen: 'seen-a' },
    { path: '/w/new.txt', shown: 'new.txt', state: 'ready', now: file('b'), goal: absent, seen: 'seen-new' },
  ],
};

const takeBack = vi.fn<CheckpointHost['takeBack']>();
const preview = vi.fn<CheckpointHost['preview']>();
const diff = vi.fn<CheckpointHost['diff']>();
const show = vi.fn<ConversationState['show']>();
const list = vi.fn<CheckpointHost['list']>();

const host: CheckpointHost = {
  list,
  diff,
  preview,
  takeBack,
  facts: async () => ({ settings: { on: true, commands: true, ignored: false }, bytes: 5, most: 1e9, days: 30 }),
  change: vi.fn<CheckpointHost['change']>(),
  clear: vi.fn<CheckpointHost['clear']>(),
};

beforeEach(() => {
  vi.clearAllMocks();
  // A wide window.
  window.matchMedia = () =>
    onlyWith<MediaQueryList>({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    });
  list.mockResolvedValue(LIST);
  preview.mockResolvedValue(PREVIEW);
  takeBack.mockResolvedValue({ run: 'undo-run', done: 2, left: [] });
  diff.mockResolvedValue({ kind: 'text', diff: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old line\n+new line\n', cut: false });
});

const db = await openTestDatabase();

function inConversation(children: ReactNode, running = false) {
  const conversation = onlyWith<ConversationState>({
    session: sessionRow('s', { tools: { on: true, mode: 'ask', off: [] } }),
    messages: [],
    panels: onlyWith<ConversationState['panels']>({ rewound: 'm1' }),
    activity: onlyWith<ConversationState['activity']>({ running, readOnly: false }),
    actions: onlyWith<ConversationState['actions']>(fakeActions()),
    show,
  });
  const log = onlyWith<LogServices>({ log: onlyWith<PageLog>({ write: () => undefined }) });
  return (
    <WithServices services={{ fileChanges: async () => host, log, db }}>
      <ConversationContext value={conversation}>{children}</ConversationContext>
    </WithServices>
  );
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

it('lists what each run did to files, and reads a difference when it is unfolded', async () => {
  await render(inConversation(<ChangesPanel opener={null} />));
  const run = await screen.findByRole('region', { name: 'Run' });
  expect(
    within(run)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^a\.txtchangedchanged since/), expect.stringMatching(/^new\.txtcreated/)]);
  expect(diff).not.toHaveBeenCalled();
  await click(await button(/^a\.txt/));
  expect(await screen.findByText(/new line/)).toBeTruthy();
  expect(diff.mock.calls[0]?.[1]).toEqual({ selection: { runs: ['r1'] }, path: '/w/a.txt' });
  // What was taken back can be taken back itself.
  expect(await screen.findByRole('region', { name: 'Taken back' })).toBeTruthy();
  await click(await screen.findByRole('radio', { name: 'Steps' }));
  expect(await screen.findAllByRole('button', { name: 'Take back this step…' })).toHaveLength(2);
});

it('overwrites what someone else changed only with a tick, and offers to undo', async () => {
  await render(inConversation(<ChangesPanel opener={null} />));
  await click(await button('Take back this run…'));
  const dialog = await screen.findByRole('dialog', { name: 'Take back this run?' });
  const tick = await within(dialog).findByRole('checkbox', { name: /a\.txt/ });
  expect((tick as HTMLInputElement).checked).toBe(false);
  expect(dialog.textContent).toContain('new.txtremoved');
  await click(tick);
  await click(within(dialog).getByRole('button', { name: 'Take back' }));
  const selection = { runs: ['r1'] };
  expect(takeBack.mock.calls).toEqual([['s', { selection, upTo: 4, over: [{ path: '/w/a.txt', seen: 'seen-a' }] }]]);
  expect(screen.queryByRole('dialog', { name: 'Take back this run?' })).toBeNull();
  expect(document.body.textContent).toContain('2 files taken back');
  await click(await button('Undo'));
  await vi.waitFor(() => expect(takeBack).toHaveBeenCalledTimes(2));
  expect(takeBack.mock.calls[1]).toEqual(['s', { selection: { runs: ['undo-run'] }, upTo: Number.MAX_SAFE_INTEGER }]);
});

it('says what stayed, and keeps the dialog open when the host refuses', async () => {
  takeBack.mockRejectedValueOnce(new Error('The disk is full.'));
  takeBack.mockResolvedValueOnce({
    run: null,
    done: 0,
    left: [{ path: '/w/new.txt', shown: 'new.txt', reason: 'changed' }],
  });
  await render(inConversation(<ChangesPanel opener={null} />));
  await click(await button('Take back this run…'));
  const dialog = await screen.findByRole('dialog', { name: 'Take back this run?' });
  await click(within(dialog).getByRole('button', { name: 'Take back' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('The disk is full.');
  await click(within(dialog).getByRole('button', { name: 'Take back' }));
  await vi.waitFor(() => expect(document.body.textContent).toContain('1 file stayed: new.txt'));
});

it('takes nothing back while a run works', async () => {
  await render(inConversation(<ChangesPanel opener={null} />, true));
  expect((await button('Take back this run…')).hasAttribute('disabled')).toBe(true);
  expect(document.body.textContent).toContain('You can take files back when the run has ended.');
});

it('says how the list begins where there are no changes', async () => {
  list.mockResolvedValue({ calls: [], earlier: 0 });
  await render(inConversation(<ChangesPanel opener={null} />));
  expect(await screen.findByText('No file changes yet.')).toBeTruthy();
});

it('after going back, offers to look at the files of the answers that were left, and does nothing itself', async () => {
  await render(inConversation(<RewoundOffer />));
  await click(await button('Review…'));
  expect(preview.mock.calls).toEqual([['s', { steps: ['m1'] }]]);
  expect(show).toHaveBeenCalledTimes(1);
  expect(takeBack).not.toHaveBeenCalled();
});

it('offers nothing when no file has changes of these answers', async () => {
  preview.mockResolvedValue({ upTo: 0, more: 0, files: [] });
  await render(inConversation(<RewoundOffer />));
  await vi.waitFor(() => expect(preview).toHaveBeenCalled());
  expect(screen.queryByText('Review…')).toBeNull();
});

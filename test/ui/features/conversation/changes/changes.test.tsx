// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallChanges, ChangeList, EntryState, FileChange, TakeBackPreview } from '#contract/checkpoints.ts';
import type { CheckpointHost } from '#host-client/host-api.ts';
import type { PageLog } from '#state/page-log.ts';
import { appendMessages, type NewMessage } from '#storage/write-messages.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import type { LogServices } from '#ui/data/services.ts';
import { ChangesPanel } from '#ui/features/conversation/changes/changes-panel.tsx';
import { leaveForked } from '#ui/features/conversation/changes/leave-forked.ts';
import { LeftFiles } from '#ui/features/conversation/changes/left-files.tsx';
import {
  ConversationContext,
  ShowPanelsContext,
  type ConversationState,
} from '#ui/features/conversation/scene/conversation-context.ts';
import type { Panels } from '#ui/features/conversation/scene/use-panels.ts';
import { useSession } from '#ui/data/use-session.ts';
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
const choose = vi.fn<CheckpointHost['change']>();
const show = vi.fn<(change: Partial<Panels>) => void>();
const list = vi.fn<CheckpointHost['list']>();

const host: CheckpointHost = {
  list,
  diff,
  preview,
  takeBack,
  facts: async () => ({ settings: { on: true, commands: true, ignored: false }, bytes: 5, most: 1e9, days: 30 }),
  change: choose,
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

function inConversation(children: ReactNode, more: Partial<ConversationState> = {}) {
  const conversation = onlyWith<ConversationState>({
    session: sessionRow('s', { tools: { on: true, mode: 'ask', off: [] } }),
    messages: [],
    panels: onlyWith<ConversationState['panels']>({ deleted: null }),
    activity: onlyWith<ConversationState['activity']>({ running: false, readOnly: false }),
    comparison: onlyWith<ConversationState['comparison']>({ undecided: null }),
    actions: onlyWith<ConversationState['actions']>(fakeActions()),
    ...more,
  });
  const log = onlyWith<LogServices>({ log: onlyWith<PageLog>({ write: () => undefined }) });
  return (
    <WithServices services={{ fileChanges: async () => host, log, db, onUnreadableRow: () => undefined }}>
      <ShowPanelsContext value={show}>
        <ConversationContext value={conversation}>{children}</ConversationContext>
      </ShowPanelsContext>
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
  await render(
    inConversation(<ChangesPanel opener={null} />, {
      activity: onlyWith<ConversationState['activity']>({ running: true, readOnly: false }),
    }),
  );
  expect((await button('Take back this run…')).hasAttribute('disabled')).toBe(true);
  expect(document.body.textContent).toContain('You can take files back when the run has ended.');
});

it('says how the list begins where there are no changes', async () => {
  list.mockResolvedValue({ calls: [], earlier: 0 });
  await render(inConversation(<ChangesPanel opener={null} />));
  expect(await screen.findByText('No file changes yet.')).toBeTruthy();
});

it('sends what was switched alone, and shows it before a busy host answers', async () => {
  choose.mockReturnValue(new Promise(() => undefined));
  await render(inConversation(<ChangesPanel opener={null} />));
  await click(await screen.findByText('What is kept'));
  const commands = await screen.findByRole('switch', { name: 'Copy files before commands' });
  const ignored = screen.getByRole('switch', { name: 'Include files that .gitignore names' });
  await click(commands);
  await click(ignored);
  expect([commands, ignored].map((one) => one.getAttribute('aria-checked'))).toEqual(['false', 'true']);
  expect(choose.mock.calls).toEqual([[{ commands: false }], [{ ignored: true }]]);
});

describe('answers that the user leaves', () => {
  /** A question with two answers, each of which began a task and made a second step. */
  async function versions() {
    const { id, fence } = await stored();
    const answer = (own: string, parentId: string, role: 'assistant' | 'tool' = 'assistant'): NewMessage => ({
      id: own,
      parentId,
      role,
      createdAt: 1,
      completedAt: 2,
      status: 'complete',
      parts: [{ type: 'text', text: own }],
    });
    await appendMessages(db, fence, [
      { id: `${id}q`, parentId: null, role: 'user', status: 'complete', createdAt: 1, parts: [] },
      answer(`${id}a`, `${id}q`),
      answer(`${id}a-results`, `${id}a`, 'tool'),
      answer(`${id}a-end`, `${id}a-results`),
      answer(`${id}b`, `${id}q`),
    ]);
    return id;
  }
  async function stored() {
    const { id } = await createSession(db, { target: null, at: 1 });
    const { fence } = await claimSession(db, id);
    return { id, fence };
  }
  /** The page shows a conversation once it has read its row. */
  function Shown({ id }: { id: string }) {
    const row = useSession(id);
    return (
      row && (
        <>
          <p>at {row.leafId}</p>
          <LeftFiles />
        </>
      )
    );
  }
  const here = (id: string, more: Partial<ConversationState> = {}) =>
    inConversation(<Shown id={id} />, {
      session: sessionRow(id, { tools: { on: true, mode: 'ask', off: [] } }),
      ...more,
    });
  async function lead(id: string, leafId: string) {
    await act(async () => void (await db.sessions.update(id, { leafId })));
    await shows(leafId);
  }
  const shows = (leafId: string) => screen.findByText(`at ${leafId}`);
  async function showAt(id: string, leafId: string, more: Partial<ConversationState> = {}) {
    await db.sessions.update(id, { leafId });
    const { rerender } = await render(here(id, more));
    await shows(leafId);
    return { change: (other: Partial<ConversationState>) => rerender(here(id, other)) };
  }
  const keep = () => screen.queryByRole('button', { name: 'Keep' });

  it('names the files of another version’s answers, and takes them back after showing what happens', async () => {
    const id = await versions();
    await showAt(id, `${id}a-end`);
    expect(keep()).toBeNull();
    await lead(id, `${id}b`);
    const take = await button('Take back 2 files…');
    expect(take.closest('section')?.textContent).toContain(
      '2 files still have changes from answers no longer in this conversation. a.txt, new.txt',
    );
    const selection = { steps: [`${id}a-end`, `${id}a`] };
    expect(preview.mock.calls).toEqual([[id, selection]]);
    await click(take);
    const dialog = await screen.findByRole('dialog', { name: 'Take back the steps no longer in this conversation?' });
    expect(within(dialog).getByRole('checkbox', { name: /a\.txt/ })).toBeTruthy();
    expect(takeBack).not.toHaveBeenCalled();
    takeBack.mockResolvedValueOnce({ run: 'taken', done: 1, left: [] });
    // The user left one unticked.
    preview.mockResolvedValue({ ...PREVIEW, files: PREVIEW.files.slice(0, 1) });
    await click(within(dialog).getByRole('button', { name: 'Take back' }));
    await vi.waitFor(() => expect(takeBack.mock.calls).toEqual([[id, { selection, upTo: 4, over: [] }]]));
    await click(await button('Take back 1 file…'));
    const rest = await screen.findByRole('dialog', { name: 'Take back the steps no longer in this conversation?' });
    await click(await within(rest).findByRole('checkbox', { name: /a\.txt/ }));
    preview.mockResolvedValue({ ...PREVIEW, files: [] });
    await click(within(rest).getByRole('button', { name: 'Take back' }));
    await vi.waitFor(() => expect(keep()).toBeNull());

    preview.mockResolvedValue(PREVIEW);
    await click((await screen.findAllByRole('button', { name: 'Undo' }))[0]);
    expect(await button('Take back 2 files…')).toBeTruthy();
  });

  it('waits for a run that may work on the same files', async () => {
    const id = await versions();
    const { change } = await showAt(id, `${id}a-end`);
    const running = { activity: onlyWith<ConversationState['activity']>({ running: true, readOnly: false }) };
    await change(running);
    await lead(id, `${id}b`);
    const take = await button('Take back 2 files…');
    expect(take.hasAttribute('disabled')).toBe(true);
    expect(take.closest('section')?.textContent).toContain('You can take files back when the run has ended.');
  });

  it('forgets about them when the user keeps the files, or goes back to the first version', async () => {
    const id = await versions();
    await showAt(id, `${id}a-end`);
    await lead(id, `${id}b`);
    await button('Keep');
    await lead(id, `${id}a-end`);
    await vi.waitFor(() => expect(preview).toHaveBeenLastCalledWith(id, { steps: [`${id}b`] }));
    await click(await button('Keep'));
    expect(keep()).toBeNull();
    expect(takeBack).not.toHaveBeenCalled();
  });

  it('includes the steps of tasks that they began', async () => {
    const id = await versions();
    const task = await createSession(db, {
      target: null,
      at: 1,
      task: { above: [id], call: `${id}a#0`, background: false },
    });
    const { fence } = await claimSession(db, task.id);
    await appendMessages(db, fence, [
      { id: `${id}t`, parentId: null, role: 'assistant', status: 'complete', createdAt: 1, parts: [] },
    ]);
    await showAt(id, `${id}a-end`);
    await lead(id, `${id}b`);
    await button('Keep');
    expect(preview).toHaveBeenLastCalledWith(id, { steps: [`${id}a-end`, `${id}a`, `${id}t`] });
  });

  it('offers the files of a deleted answer until it is restored', async () => {
    const id = await versions();
    const deleted = (is: boolean) => ({
      panels: onlyWith<ConversationState['panels']>({ deleted: { message: `${id}a`, is } }),
    });
    const { change } = await showAt(id, `${id}a-end`);
    await change(deleted(true));
    await button('Keep');
    expect(preview.mock.calls).toEqual([[id, { steps: [`${id}a`] }]]);
    await change(deleted(false));
    await vi.waitFor(() => expect(keep()).toBeNull());
  });

  it('offers them in a fork from before them, from the checkpoints of the first conversation', async () => {
    const id = await versions();
    await db.sessions.update(id, { leafId: `${id}a-end` });
    await leaveForked(db, { sourceId: id, rootId: id, made: `${id}fork`, end: `${id}q` });
    await db.sessions.put(sessionRow(`${id}fork`));
    await showAt(`${id}fork`, 'copy');
    await button('Keep');
    expect(preview.mock.calls).toEqual([[id, { steps: [`${id}a-end`, `${id}a`] }]]);
  });

  it.each([
    ['no file has changes of them', {}],
    [
      'which answer to keep isn’t decided',
      { comparison: onlyWith<ConversationState['comparison']>({ undecided: 'q' }) },
    ],
    [
      'another window writes here',
      { activity: onlyWith<ConversationState['activity']>({ running: false, readOnly: true }) },
    ],
  ])('offers nothing where %s', async (_why, more) => {
    preview.mockResolvedValue({ upTo: 0, more: 0, files: PREVIEW.files.map((one) => ({ ...one, state: 'same' })) });
    const id = await versions();
    await showAt(id, `${id}a-end`, more);
    await lead(id, `${id}b`);
    await leaveForked(db, { sourceId: id, rootId: id, made: `${id}none`, end: `${id}q` });
    expect(keep()).toBeNull();
  });
});

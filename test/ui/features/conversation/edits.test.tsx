// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { ReactNode } from 'react';
import { saveBlob } from '#storage/blob-repository.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { DocumentClient } from '#documents/document-client.ts';
import { createDrafts } from '#state/drafts.ts';
import { listEdits } from '#storage/edit-repository.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { Services } from '#ui/data/services.ts';
import { MessageEditor } from '#ui/features/conversation/message/message-editor.tsx';
import { useStoredEdits } from '#ui/features/conversation/list/stored-edits.tsx';
import type { ChatActions } from '#ui/features/conversation/scene/chat-context.ts';
import { ConversationContext, type ConversationState } from '#ui/features/conversation/scene/conversation-context.ts';
import { useFinding } from '#ui/features/conversation/scene/use-finding.ts';
import { usePanels, type Panels } from '#ui/features/conversation/scene/use-panels.ts';
import { FakeClock, required } from '#test/fakes/fake-clock.ts';
import { memorySettings } from '#test/fakes/memory-settings.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { chatScene, fakeActions, InScene } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';
import { fill, press } from '../../support/user.ts';

const question: StoredMessage = {
  id: 'm',
  sessionId: 's',
  seq: 1,
  role: 'user',
  parts: [{ type: 'text', text: 'A question' }],
  parentId: null,
  status: 'complete',
  createdAt: 1,
};

const panels = {} as { show: (change: Partial<Panels>) => void; goal: unknown };

const ELSEWHERE = { message: 'x', find: '' };

const actions = fakeActions();

interface ConversationProps {
  id: string;
  found?: typeof ELSEWHERE | null;
  message?: StoredMessage;
  /** This window may write here. */
  mine?: boolean;
}

function Conversation({ id, found = null, message = question, mine = true }: ConversationProps) {
  const [now, show] = usePanels(id);
  const { goal } = useFinding(found, now.editing);
  Object.assign(panels, { show, goal });
  useStoredEdits(id, mine, (message) => show({ editing: message }));
  const close = () => show({ editing: null });
  const sendEdit: ChatActions['sendEdit'] = (...sent) => {
    actions.sendEdit(...sent);
    close();
  };
  const scene = chatScene({ sessionId: id, actions: { ...actions, sendEdit, cancelEdit: close } });
  const state = { session: { id }, model: { model: null, target: null } } as ConversationState;
  return (
    <ConversationContext value={state}>
      <InScene scene={scene}>{now.editing === 'm' && <MessageEditor message={message} />}</InScene>
    </ConversationContext>
  );
}

const unreadable = (row: unknown) => {
  throw new Error(JSON.stringify(row));
};

const documents = onlyWith<DocumentClient>({
  read: async ({ name }) => ({ document: { form: 'pdf', text: `the text of ${name}` }, tokens: 4 }),
});

/** What each database's page has. */
const pages = new WeakMap<BatonDatabase, { clock: FakeClock; services: Partial<Services> }>();

function pageOf(db: BatonDatabase) {
  const clock = new FakeClock();
  const drafts = createDrafts({
    db,
    now: clock.now,
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
    onError: () => undefined,
  });
  const services = { db, drafts, documents, settings: memorySettings() as never, onUnreadableRow: unreadable };
  const page = pages.get(db) ?? { clock, services };
  pages.set(db, page);
  return page;
}

const open = (db: BatonDatabase, content: ReactNode) =>
  render(<WithServices services={pageOf(db).services}>{content}</WithServices>);
/** Until what was typed is stored. */
const pause = (db: BatonDatabase) => act(() => pageOf(db).clock.advance(300));
const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox');

it('an edit goes on where it was when its conversation is shown again, and nowhere else', async () => {
  const db = await openTestDatabase();
  const first = await open(db, <Conversation id="s" />);
  expect(field()).toBeNull();
  await act(async () => panels.show({ editing: 'm' }));
  fill(field() as Element, 'A longer question');
  first.unmount();

  const other = await open(db, <Conversation id="other" />);
  expect([field(), panels.goal]).toEqual([null, null]);
  other.unmount();
  // A temporary chat has a database of its own.
  const elsewhere = await open(await openTestDatabase(), <Conversation id="s" />);
  expect(field()).toBeNull();
  elsewhere.unmount();

  const again = await open(db, <Conversation id="s" />);
  expect(field()?.value).toBe('A longer question');
  expect(panels.goal).toEqual({ message: 'm', quiet: true });
  again.unmount();
  // Who comes for another message is taken there.
  const found = await open(db, <Conversation id="s" found={ELSEWHERE} />);
  expect([field()?.value, panels.goal]).toEqual(['A longer question', null]);

  await press('Cancel');
  found.unmount();
  await open(db, <Conversation id="s" />);
  expect(field()).toBeNull();
  await act(async () => panels.show({ editing: 'm' }));
  expect(field()?.value).toBe('A question');
});

it('asks before Escape throws away what was written into a message, and not without changes', async () => {
  const db = await openTestDatabase();
  await open(db, <Conversation id="s" />);
  await act(async () => panels.show({ editing: 'm' }));
  fireEvent.keyDown(field() as Element, { key: 'Escape' });
  expect(field()).toBeNull();

  await act(async () => panels.show({ editing: 'm' }));
  fill(field() as Element, 'Half a question');
  fireEvent.keyDown(field() as Element, { key: 'Escape' });
  await screen.findByRole('dialog', { name: 'Discard your changes?' });
  await press('Keep editing');
  expect(field()?.value).toBe('Half a question');
  fireEvent.keyDown(field() as Element, { key: 'Escape' });
  await screen.findByRole('dialog', { name: 'Discard your changes?' });
  await press('Discard');
  expect(field()).toBeNull();
  await act(async () => panels.show({ editing: 'm' }));
  expect(field()?.value).toBe('A question');
});

const closes = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('an unsent edit is there after a crash, with its editor open, until it is sent or cancelled', async () => {
  const db = await openTestDatabase('crash');
  const asked: StoredMessage = { ...question, thinking: 'high' };
  const stored = async () =>
    (await listEdits(db, 's', unreadable)).map(({ messageId, content }) => [messageId, content.text, content.asks]);
  await open(db, <Conversation id="s" message={asked} />);
  await act(async () => panels.show({ editing: 'm' }));
  fill(field() as Element, 'A longer question');
  await pause(db);
  await press(/^Remove .*[Tt]hink/);
  await pause(db);
  expect(await stored()).toEqual([['m', 'A longer question', undefined]]);
  cleanup();

  // Another page: it knows nothing of this one.
  const next = await openTestDatabase('crash');
  await open(next, <Conversation id="other" message={asked} />);
  await pause(next);
  expect(field()).toBeNull();
  cleanup();
  // Another window that writes here may have the editor open.
  const view = await open(next, <Conversation id="s" message={asked} mine={false} />);
  await pause(next);
  expect(field()).toBeNull();
  view.unmount();
  await open(next, <Conversation id="s" message={asked} />);
  await waitFor(() => expect(field()?.value).toBe('A longer question'));
  expect(screen.queryByRole('button', { name: /^Remove / })).toBeNull();

  // What is on its way to be stored stays until then, and comes back if it can't be.
  await press('Send');
  const [id, outgoing, sent] = required(actions.sendEdit.mock.calls[0]);
  expect([id, outgoing.text, outgoing.asks]).toEqual(['m', 'A longer question', {}]);
  await pause(next);
  expect(await stored()).toEqual([['m', 'A longer question', undefined]]);
  sent.giveBack();
  await pause(next);
  expect(await stored()).toEqual([['m', 'A longer question', undefined]]);
  await act(async () => panels.show({ editing: 'm' }));
  expect(field()?.value).toBe('A longer question');
  await press('Send');
  const [, , again] = required(actions.sendEdit.mock.calls[1]);
  await next.transaction('rw', next.drafts, () => again.settle());
  again.end();
  await pause(next);
  expect(await stored()).toEqual([]);

  await act(async () => panels.show({ editing: 'm' }));
  fill(field() as Element, 'Something else');
  await pause(next);
  expect(await stored()).toEqual([['m', 'Something else', { thinking: 'high' }]]);
  await press('Cancel');
  await pause(next);
  expect(await stored()).toEqual([]);
});

it('the window asks before it closes while a changed message is not stored yet', async () => {
  const db = await openTestDatabase();
  const view = await open(db, <Conversation id="s" />);
  await act(async () => panels.show({ editing: 'm' }));
  expect(closes()).toBe(true);
  fill(field() as Element, 'Half a question');
  expect(closes()).toBe(false);
  await pause(db);
  expect(closes()).toBe(true);

  // As on a full disk.
  vi.spyOn(db.drafts, 'put').mockRejectedValue(new Error('full'));
  fill(field() as Element, 'Half a longer question');
  await pause(db);
  expect(closes()).toBe(false);
  view.unmount();
  expect(closes()).toBe(false);
  // What was typed in a temporary chat ends with its database.
  db.close();
  expect(closes()).toBe(true);
});

it('files of a question can be removed and added, and the others go out as they were read', async () => {
  const db = await openTestDatabase('files');
  const bytes = new Blob(['%PDF']);
  const { blob } = await saveBlob(db, bytes, 'application/pdf');
  const pdf = {
    type: 'file',
    mime: 'application/pdf',
    name: 'old.pdf',
    blob,
    bytes: 4,
    text: 'read back then',
  } as const;
  const image = { type: 'image', mime: 'image/png', name: 'photo.png', blob, bytes: 4 } as const;
  const withFiles: StoredMessage = { ...question, parts: [image, pdf, { type: 'text', text: 'A question' }] };
  await open(db, <Conversation id="s" message={withFiles} />);
  await act(async () => panels.show({ editing: 'm' }));
  const files = async () =>
    within(await screen.findByRole('list', { name: 'Attachments' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect(await files()).toEqual([expect.stringContaining('photo.png'), expect.stringContaining('old.pdf')]);

  await press('Remove photo.png');
  expect(document.activeElement).toBe(field());
  const added = new File(['%PDF'], 'new.pdf', { type: 'application/pdf' });
  await userEvent.upload(required(document.querySelector('input[type=file]')) as HTMLElement, added);
  await waitFor(async () => expect(await files()).toHaveLength(2));
  const pasted = new File(['%PDF'], 'pasted.pdf', { type: 'application/pdf' });
  fireEvent.paste(field() as Element, { clipboardData: { files: [pasted], getData: () => '' } });
  await waitFor(async () => expect(await files()).toHaveLength(3));
  // What is dropped here is not for the message box.
  const elsewhere = vi.fn<() => void>();
  document.body.addEventListener('drop', elsewhere, { once: true });
  const dropped = new File(['%PDF'], 'dropped.pdf', { type: 'application/pdf' });
  fireEvent.drop(field() as Element, { dataTransfer: { types: ['Files'], files: [dropped] } });
  await waitFor(async () => expect(await files()).toHaveLength(4));
  expect(elsewhere).not.toHaveBeenCalled();
  await pause(db);
  cleanup();

  // After a crash, too.
  const next = await openTestDatabase('files');
  // The fake of IndexedDB can't clone what jsdom takes for bytes.
  vi.spyOn(next.blobs, 'get').mockResolvedValue({ hash: blob, mime: 'application/pdf', bytes });
  await open(next, <Conversation id="s" message={withFiles} />);
  await waitFor(async () => expect(await files()).toHaveLength(4));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false));
  actions.sendEdit.mockClear();
  await press('Send');
  const [, outgoing] = required(actions.sendEdit.mock.calls[0]);
  expect(outgoing.attachments.map(({ name, text }) => [name, text])).toEqual([
    ['old.pdf', 'read back then'],
    ['new.pdf', 'the text of new.pdf'],
    ['pasted.pdf', 'the text of pasted.pdf'],
    ['dropped.pdf', 'the text of dropped.pdf'],
  ]);
});

it('a question needs a text or a file', async () => {
  const db = await openTestDatabase();
  const image = { type: 'image', mime: 'image/png', name: 'photo.png', blob: 'b', bytes: 4 } as const;
  await open(db, <Conversation id="s" message={{ ...question, parts: [image] }} />);
  await act(async () => panels.show({ editing: 'm' }));
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  expect(send().disabled).toBe(false);
  await screen.findByRole('button', { name: 'Remove photo.png' });
  await press('Remove photo.png');
  expect(send().disabled).toBe(true);
});

// @vitest-environment jsdom
import { Blob as PlatformBlob } from 'node:buffer';
import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Mention } from '#core/mentions/mention.ts';
import { PromptRefusedError } from '#flows/base/flow-errors.ts';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import { createDrafts } from '#state/drafts.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { getDraft } from '#storage/draft-repository.ts';
import { useMessageDraft, type MessageDraft } from '#ui/features/conversation/composer/use-message-draft.ts';
import { useSending, type Sending } from '#ui/features/conversation/composer/use-sending.ts';
import {
  ConversationContext,
  type Activity,
  type ConversationState,
} from '#ui/features/conversation/scene/conversation-context.ts';
import type { Services } from '#ui/data/services.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';
import { render } from '../../../support/render.tsx';

const collectForMessage = vi.hoisted(() => vi.fn<(...given: never[]) => Promise<unknown>>());
vi.mock(import('#ui/features/conversation/composer/collect-for-message.ts'), async () => ({
  collectForMessage: collectForMessage as never,
}));

const report = (row: unknown) => {
  throw new Error(JSON.stringify(row));
};

interface Box {
  draft: MessageDraft;
  sending: Sending;
}

const activity = onlyWith<Activity>({ running: false, queueing: false });

/** A message box whose messages are on their way until the test ends that. */
async function begin() {
  const db = await openTestDatabase();
  const drafts = createDrafts({
    db,
    now: Date.now,
    setTimeout,
    clearTimeout: (timer) => clearTimeout(timer as never),
    onError: report,
  });
  const ends: { outgoing: OutgoingMessage; resolve: () => void; reject: (error: Error) => void }[] = [];
  const send = (outgoing: OutgoingMessage) =>
    new Promise<void>((resolve, reject) => ends.push({ outgoing, resolve, reject }));
  const services = onlyWith<Services>({
    db,
    drafts,
    onUnreadableRow: report,
    documents: { read: () => new Promise(() => undefined) } as never,
    reliability: {
      configurations: { read: async () => ({ configuration: undefined }), store: { subscribe: () => () => undefined } },
    } as never,
  });
  const box = {} as Box;
  function Probe() {
    const draft = useMessageDraft();
    const sending = useSending(draft, null);
    Object.assign(box, { draft, sending });
    return null;
  }
  const state = onlyWith<ConversationState>({
    session: sessionRow('s'),
    model: onlyWith<ConversationState['model']>({ target: null, model: null, unchosen: false }),
    activity,
    actions: onlyWith<ConversationState['actions']>({ send }),
    others: onlyWith<ConversationState['others']>({ send }),
  });
  const open = async () => {
    const shown = await render(
      <WithServices services={services}>
        <ConversationContext value={state}>
          <Probe />
        </ConversationContext>
      </WithServices>,
    );
    await waitFor(() => expect(box.draft.loaded).toBe(true));
    return shown;
  };
  const type = (text: string) => act(async () => box.draft.write(text));
  const press = () => act(async () => void box.sending.send());
  const file = async (name: string, text: string) => {
    const stored = await saveBlob(db, new Blob([text], { type: 'image/png' }), 'image/png');
    return { ...stored, kind: 'image' as const, mime: 'image/png', name };
  };
  const row = async () => {
    await act(() => drafts.flush());
    return getDraft(db, 's', report);
  };
  return { db, drafts, box, ends, open, type, press, file, row };
}

afterEach(() => void vi.unstubAllGlobals());

const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve, 20)));

it('a message on its way is not in the box of who comes back, and what was typed meanwhile is', async () => {
  const { box, ends, open, type, press, row } = await begin();
  const first = await open();
  await type('first');
  await press();
  expect(ends[0]?.outgoing.text).toBe('first');
  await type('second');
  first.unmount();
  expect((await row())?.text).toBe('first\nsecond');
  await open();
  expect(box.draft.text).toBe('second');
  ends[0]?.resolve();
  await settle();
  expect((await row())?.text).toBe('second');
  expect(box.draft.text).toBe('second');
});

it('a refused message comes back into the box that shows its conversation by then', async () => {
  const { box, ends, open, type, press, row } = await begin();
  const first = await open();
  await type('first');
  await press();
  first.unmount();
  await open();
  expect(box.draft.text).toBe('');
  await type('second');
  ends[0]?.reject(new PromptRefusedError('guard.sh', 'no'));
  await settle();
  expect(box.draft.text).toBe('first\nsecond');
  expect((await row())?.text).toBe('first\nsecond');
  await type('first\nsecond!');
  expect((await row())?.text).toBe('first\nsecond!');
});

it('a refused message is in the row when its conversation is not shown', async () => {
  const { ends, open, type, press, row } = await begin();
  const first = await open();
  await type('first');
  await press();
  first.unmount();
  ends[0]?.reject(new PromptRefusedError('guard.sh', 'no'));
  await settle();
  expect((await row())?.text).toBe('first');
});

it('a refused message leaves the files and options that were added since', async () => {
  const { box, ends, open, type, press, file, row } = await begin();
  const [one, two] = [await file('one.png', '1'), await file('two.png', '2')];
  await open();
  await type('first');
  await act(async () => {
    box.draft.attachments.restore([one]);
  });
  await act(async () => box.draft.insert('', { modes: ['search'] }));
  await press();
  await act(async () => box.draft.attachments.add([new File(['2'], 'two.png', { type: 'image/png' })]));
  await act(async () => box.draft.insert('', { modes: ['analyze'] }));
  ends[0]?.reject(new PromptRefusedError('guard.sh', 'no'));
  await settle();
  const names = ['one.png', 'two.png'];
  expect(box.draft.attachments.list.map(({ name }) => name)).toEqual(names);
  expect(box.draft.options.stored.modes).toEqual(['search', 'analyze']);
  const stored = await row();
  expect(stored?.attachments.map(({ name, blob }) => [name, blob])).toEqual([
    [one.name, one.blob],
    [two.name, two.blob],
  ]);
  expect(stored?.asks?.modes).toEqual(['search', 'analyze']);
});

it('an attached text is put below what was typed while it was read', async () => {
  vi.stubGlobal('Blob', PlatformBlob);
  const { db, box, open, type, file, row } = await begin();
  await open();
  await type('first');
  const notes = await file('notes.txt', 'the notes');
  const other = await file('other.png', 'other');
  await act(async () => box.draft.attachments.restore([notes]));
  let read: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (read = resolve));
  const get = db.blobs.get.bind(db.blobs);
  const slow = async (key: string) => {
    await gate;
    return get(key);
  };
  vi.spyOn(db.blobs, 'get').mockImplementation(slow as never);
  let done: Promise<boolean> = Promise.resolve(false);
  await act(async () => void (done = box.draft.expand(notes)));
  await type('first and more');
  await act(async () => box.draft.attachments.restore([notes, other]));
  await act(async () => {
    read();
    expect(await done).toBe(true);
  });
  expect(box.draft.text).toBe('first and more\nthe notes');
  expect(await row()).toMatchObject({ text: 'first and more\nthe notes', attachments: [{ name: 'other.png' }] });
});

it('leaving while what a message points at is read sends nothing, and keeps it', async () => {
  const { box, ends, open, type, press, row } = await begin();
  const first = await open();
  const mention: Mention = { token: '@a.ts', kind: 'file', folder: '/w', path: 'a.ts' } as never;
  await act(async () => box.draft.addMention(mention));
  await type('see @a.ts');
  let found: (value: unknown) => void = () => undefined;
  collectForMessage.mockReturnValueOnce(new Promise((resolve) => (found = resolve)));
  await press();
  await waitFor(() => expect(collectForMessage).toHaveBeenCalledTimes(1));
  first.unmount();
  found({ attachments: [], problems: [] });
  await settle();
  expect(ends).toEqual([]);
  expect((await row())?.text).toBe('see @a.ts');
});

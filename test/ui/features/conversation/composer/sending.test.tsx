// @vitest-environment jsdom
import { Blob as PlatformBlob } from 'node:buffer';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand';
import type { Connection } from '#contract/connection.ts';
import type { Mention } from '#core/mentions/mention.ts';
import { conversationState } from '#flows/answer/conversation-state.ts';
import { PromptRefusedError } from '#flows/base/flow-errors.ts';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import { createDrafts } from '#state/drafts.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { getDraft } from '#storage/draft-repository.ts';
import type { SessionTarget } from '#storage/rows.ts';
import type { SendBlocker } from '#ui/features/conversation/composer/send-blocker.ts';
import { WaitingLine } from '#ui/features/conversation/waiting/waiting-line.tsx';
import { IsTemporaryContext } from '#ui/data/temporary-chats.ts';
import { modelCatalog } from '#flows/base/vendor-services.ts';
import { CONNECTION, TARGET } from '#test/fakes/chat-world.ts';
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

const IDLE = { running: false, queueing: false };

/** A vendor for which a network is needed. */
const VENDOR: Connection = { ...CONNECTION, practice: false, label: 'Anthropic', network: 'public' };
const session = sessionRow('s', { target: TARGET });

interface World {
  connection?: Connection;
  isTemporary?: boolean;
  others?: SessionTarget[];
  obstacle?: SendBlocker | null;
  activity?: Pick<Activity, 'running' | 'queueing'>;
}

/** A message box whose messages are on their way until the test ends that. */
async function begin(world: World = {}) {
  const { connection = CONNECTION, isTemporary = false, others = [], obstacle = null, activity = IDLE } = world;
  const db = await openTestDatabase();
  await db.sessions.put(session);
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
    connections: onlyWith<Services['connections']>({
      store: createStore(() => ({ connections: [connection], error: null, hostReachable: true })) as never,
      reload: async () => undefined,
    }),
    settings: onlyWith<Services['settings']>({ store: createStore(() => ({ values: new Map<string, unknown>() })) }),
    problems: onlyWith<Services['problems']>({ add: report }),
    catalog: modelCatalog,
    documents: { read: () => new Promise(() => undefined) } as never,
    reliability: {
      configurations: { read: async () => ({ configuration: undefined }), store: { subscribe: () => () => undefined } },
    } as never,
  });
  const box = {} as Box;
  function Probe() {
    const draft = useMessageDraft();
    const sending = useSending(draft, obstacle);
    Object.assign(box, { draft, sending });
    return draft.waiting && <WaitingLine row={draft.waiting} box={draft} sending={sending} field={{ current: null }} />;
  }
  const state = onlyWith<ConversationState>({
    session,
    model: onlyWith<ConversationState['model']>({ target: null, model: null, unchosen: false, connection }),
    activity: onlyWith<Activity>(activity),
    actions: onlyWith<ConversationState['actions']>({ send }),
    others: onlyWith<ConversationState['others']>({ send, others }),
  });
  const open = async () => {
    const shown = await render(
      <WithServices services={services}>
        <IsTemporaryContext value={isTemporary}>
          <ConversationContext value={state}>
            <Probe />
          </ConversationContext>
        </IsTemporaryContext>
      </WithServices>,
    );
    await waitFor(() => expect(box.draft.loaded).toBe(true));
    return shown;
  };
  const type = (text: string) => act(async () => box.draft.write(text));
  const press = () => act(async () => void box.sending.send());
  const file = async (name: string, text: BlobPart) => {
    const stored = await saveBlob(db, new Blob([text], { type: 'image/png' }), 'image/png');
    return { ...stored, kind: 'image' as const, mime: 'image/png', name };
  };
  const row = async () => {
    await act(() => drafts.flush());
    return getDraft(db, 's', report);
  };
  return { db, drafts, box, ends, open, type, press, file, row };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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

it('the send key says that the model still answers, until something else is typed, and sends nothing', async () => {
  const { box, ends, open, type, press } = await begin({ activity: { running: true, queueing: false } });
  await open();
  await press();
  expect(box.sending.early).toBe(false);
  await type('second');
  expect(box.sending.early).toBe(false);
  await press();
  expect(box.sending.early).toBe(true);
  await type('second!');
  expect([box.sending.early, box.draft.text, ends]).toEqual([false, 'second!', []]);
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
  await act(async () => box.draft.write(box.draft.text, box.draft.options.add({ modes: ['search'] })));
  await press();
  await act(async () => box.draft.attachments.add([new File(['2'], 'two.png', { type: 'image/png' })]));
  await act(async () => box.draft.write(box.draft.text, box.draft.options.add({ modes: ['analyze'] })));
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

it('puts an attached text into the box in its encoding', async () => {
  vi.stubGlobal('Blob', PlatformBlob);
  const { box, open, file } = await begin();
  await open();
  const korean = [0xb0, 0xa1, 0xb3, 0xaa, 0xb4, 0xd9, 0xb6, 0xf3];
  const found = await file('found.txt', new Uint8Array(Array.from({ length: 20 }, () => korean).flat()));
  const chosen = { ...(await file('chosen.txt', new Uint8Array(korean))), encoding: 'euc-kr' };
  await act(async () => box.draft.attachments.restore([found, chosen]));
  await act(async () => expect(await box.draft.expand(chosen)).toBe(true));
  expect(box.draft.text).toBe('가나다라');
  await act(async () => expect(await box.draft.expand(found)).toBe(true));
  expect(box.draft.text).toBe(`가나다라\n${'가나다라'.repeat(20)}`);
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

describe('without a network', () => {
  const goes = (online: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  const waits = (name: string) => screen.findByRole('button', { name });
  const click = async (name: string) => {
    const button = await waits(name);
    await act(async () => button.click());
  };

  it('a message waits in its box, says for whom, and a second press of the key does nothing', async () => {
    const { box, ends, open, type, press, row } = await begin({ connection: VENDOR });
    await open();
    goes(false);
    await type('hello');
    await press();
    await screen.findByText('Sends to Practice Claude (Anthropic) when you’re online again.');
    expect(box.draft.text).toBe('hello');
    expect(box.sending.ready).toBe(false);
    expect(await row()).toMatchObject({ text: 'hello', waiting: { target: TARGET, attachments: [] } });
    await press();
    await settle();
    expect(ends).toEqual([]);
  });

  it.each<[string, World]>([
    ['a practice model', { connection: { ...VENDOR, practice: true } }],
    ['a server on this computer', { connection: { ...VENDOR, network: 'loopback' } }],
    ['a temporary chat', { connection: VENDOR, isTemporary: true }],
    ['a question to several models', { connection: VENDOR, others: [TARGET] }],
  ])('%s doesn’t wait', async (_what, world) => {
    const { ends, open, type, press } = await begin(world);
    await open();
    goes(false);
    await type('hello');
    await press();
    await waitFor(() => expect(ends).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();
  });

  it('a message that waits still does after the box was left or the page loaded again', async () => {
    const { box, ends, open, type, press, row } = await begin({ connection: VENDOR });
    const first = await open();
    goes(false);
    await type('hello');
    await press();
    await waits('Send now');
    const before = await row();
    first.unmount();
    await open();
    await waits('Send now');
    expect(box.draft.text).toBe('hello');
    expect(await row()).toEqual(before);
    expect(ends).toEqual([]);
  });

  it('changing the message withdraws it at once', async () => {
    const { db, box, open, type, press } = await begin({ connection: VENDOR });
    await open();
    goes(false);
    await type('hello');
    await press();
    await waits('Send now');
    await type('hello you');
    await waitFor(async () => expect(await db.drafts.get('s')).toMatchObject({ text: 'hello you' }));
    expect((await db.drafts.get('s'))?.waiting).toBeUndefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull());
    expect(box.draft.text).toBe('hello you');
    expect(box.sending.ready).toBe(true);
  });

  it('Cancel sending leaves the message in the box', async () => {
    const { box, ends, open, type, press, row } = await begin({ connection: VENDOR });
    await open();
    goes(false);
    await type('hello');
    await press();
    await click('Cancel sending');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull());
    expect(box.draft.text).toBe('hello');
    expect((await row())?.waiting).toBeUndefined();
    expect(ends).toEqual([]);
  });

  it('Send now sends it, and what another window sent is not sent again', async () => {
    const { db, box, ends, open, type, press } = await begin({ connection: VENDOR });
    await open();
    goes(false);
    await type('hello');
    await press();
    await click('Send now');
    await waitFor(() => expect(ends.map(({ outgoing }) => outgoing.text)).toEqual(['hello']));
    expect(box.draft.text).toBe('');
    ends[0]?.resolve();
    await type('again');
    await press();
    const now = await waits('Send now');
    await act(async () => {
      await db.drafts.delete('s');
      now.click();
    });
    await settle();
    expect(ends).toHaveLength(1);
    expect(box.draft.text).toBe('');
  });

  it('Send now has to wait where nothing can be sent', async () => {
    const { db, open, type, row } = await begin({ connection: VENDOR, obstacle: 'no-key' });
    const waiting = { id: 'w', at: Date.now(), target: TARGET, state: '', attachments: [] };
    await open();
    await type('hello');
    const draft = await row();
    if (!draft) throw new Error('no draft');
    await act(async () => void (await db.drafts.put({ ...draft, waiting })));
    await screen.findByText(
      'Written for Practice Claude (Anthropic). The conversation has changed since then, so it wasn’t sent.',
    );
    expect((await waits('Send now')).hasAttribute('disabled')).toBe(true);
  });

  it('what another version let wait in its own way is an ordinary draft', async () => {
    const { db, box, open } = await begin({ connection: VENDOR });
    await db.drafts.put({ sessionId: 's', text: 'hello', attachments: [], waiting: { id: 'w' } as never, at: 0 });
    await open();
    await waitFor(async () => expect((await db.drafts.get('s'))?.waiting).toBeUndefined());
    await waitFor(() => expect(box.sending.ready).toBe(true));
    expect(box.draft.text).toBe('hello');
  });

  it('after a restart an old message says when it was written', async () => {
    const { db, open, row } = await begin({ connection: VENDOR });
    const waiting = {
      id: 'w',
      at: 86_400_000,
      target: TARGET,
      state: await conversationState(db, session),
      attachments: [],
    };
    await db.drafts.put({ sessionId: 's', text: 'hello', attachments: [], waiting, at: 0 });
    await open();
    await screen.findByText(
      /^Written for Practice Claude \(Anthropic\) on .+, while you were offline\. Not sent yet\.$/,
    );
    expect((await row())?.waiting).toEqual(waiting);
  });
});

import { describe, expect, it } from 'vitest';
import { createWaitingMessages } from '#flows/answer/waiting-messages.ts';
import { conversationState } from '#flows/answer/conversation-state.ts';
import { saveDraft, type TakenDraft } from '#storage/draft-repository.ts';
import { StorageError } from '#storage/storage-error.ts';
import { overlayRows } from '#storage/overlay-repository.ts';
import { listWaiting, takeWaiting, withdrawWaiting, type WaitingDraft } from '#storage/waiting-repository.ts';
import type { DraftRow } from '#storage/rows.ts';
import { ChatWorld, TARGET, textOf, type ChatWindow } from '#test/fakes/chat-world.ts';
import { until } from '#test/fakes/fake-clock.ts';
import { Feed, says } from '#test/fakes/scripted-service.ts';

const MINUTE = 60_000;
const unreadable = (row: unknown) => {
  throw new Error(JSON.stringify(row));
};

async function begin() {
  const world = await ChatWorld.open();
  const { db, clock, locks } = world;
  const online = { now: false, ready: true as boolean | undefined, flush: async () => undefined as unknown as void };
  /** A window that looks, opened at this time. */
  const open = (page: ChatWindow, since = clock.now()) => {
    const asked: string[] = [];
    const failed: unknown[] = [];
    const errors: unknown[] = [];
    const waiting = createWaitingMessages({
      db,
      onUnreadableRow: unreadable,
      send: (sessionId, outgoing) => page.flows.send(sessionId, outgoing),
      locks,
      flushDrafts: async () => online.flush(),
      isOnline: () => online.now,
      canSend: () => online.ready,
      now: clock.now,
      since,
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      onAsk: (draft) => void asked.push(draft.waiting.id),
      onFailed: (_draft, error) => void failed.push(error),
      onError: (error) => void errors.push(error),
    });
    return { ...waiting, asked, failed, errors };
  };
  const page = world.window();
  const session = async (text: string, at = clock.now()) => {
    const { id } = await page.flows.createSession(TARGET);
    await wait(id, text, at);
    return id;
  };
  const wait = async (sessionId: string, text: string, at = clock.now()) => {
    const row = await db.sessions.get(sessionId);
    if (!row) throw new Error(sessionId);
    const state = await conversationState(db, row);
    const waiting = { id: `w-${text}`, at, target: TARGET, state, attachments: [] };
    await saveDraft(db, { sessionId, text, attachments: [], waiting, at });
  };
  const goOnline = async (...windows: { check: () => void }[]) => {
    online.now = true;
    for (const one of windows) one.check();
    await clock.advance(2000);
  };
  const said = async (id: string) => (await world.path(id)).map((message) => textOf(message));
  return { world, db, clock, online, open, page, session, wait, goOnline, said };
}

describe('a message sent without a network', () => {
  it('waits, goes out once there is one, and leaves the box', async () => {
    const { world, db, open, page, session, goOnline, said, clock } = await begin();
    const id = await session('hello');
    const window = open(page);
    window.check();
    await clock.advance(10 * MINUTE);
    expect(await said(id)).toEqual([]);
    world.service.answer(says(['Hi.']));
    await goOnline(window);
    await until(async () => (await said(id)).length === 2);
    expect(await said(id)).toEqual(['hello', 'Hi.']);
    expect(await db.drafts.get(id)).toBeUndefined();
    await clock.advance(10 * MINUTE);
    expect(await said(id)).toHaveLength(2);
    expect(world.service.sent).toHaveLength(1);
    expect([window.asked, window.failed, window.errors]).toEqual([[], [], []]);
  });

  it('goes out once, whichever of several windows is quicker', async () => {
    const { world, open, session, goOnline, said } = await begin();
    const id = await session('hello');
    world.service.answer(says(['Hi.']), says(['Hi again.']), says(['And again.']));
    await goOnline(...[0, 1, 2].map(() => open(world.window())));
    await until(async () => (await said(id)).length === 2);
    expect(await said(id)).toEqual(['hello', 'Hi.']);
    expect(world.service.sent).toHaveLength(1);
  });

  it('is sent at once by the window that shows the conversation, whichever looks first', async () => {
    const { world, open, session, goOnline, said } = await begin();
    const id = await session('hello');
    const [other, showing] = [world.window(), world.window()];
    showing.writers.open(id);
    await until(async () => showing.writers.state(id) === 'mine');
    world.service.answer(says(['Hi.']));
    const windows = [open(other), open(showing)];
    await goOnline(...windows);
    await until(async () => (await said(id)).join() === 'hello,Hi.');
    expect(world.service.sent).toHaveLength(1);
    expect(windows.map(({ failed, errors }) => [...failed, ...errors])).toEqual([[], []]);
  });

  it('goes out once, even where two windows have no locks between them', async () => {
    const { world, db, session, said } = await begin();
    const id = await session('hello');
    world.service.answer(says(['Hi.']), says(['Hi again.']));
    const [draft] = await listWaiting(db, unreadable);
    if (!draft) throw new Error('nothing waits');
    const send = async (taken = takeWaiting(db, draft)) => {
      await world.window().flows.send(id, { text: 'hello', attachments: [], draft: taken });
      return taken;
    };
    await send();
    const late = takeWaiting(db, draft);
    await expect(send(late)).rejects.toThrow(StorageError);
    expect(late.isGone).toBe(true);
    expect(await said(id)).toEqual(['hello', 'Hi.']);
    // The same without the draft's name would be a second message.
    await world.window().flows.send(id, { text: 'hello', attachments: [] });
    expect(await said(id)).toHaveLength(4);
  });

  it('is gone from the draft with the message, so a crash in between can’t double it', async () => {
    const { world, db, open, session, goOnline, said } = await begin();
    const id = await session('hello');
    const feed = new Feed();
    world.service.answer(feed.script);
    await goOnline(open(world.window()));
    await until(async () => (await said(id)).length === 2);
    // The answer hasn't come; the window dies here. The next one finds nothing to send.
    expect(await db.drafts.get(id)).toBeUndefined();
    const next = open(world.window());
    await goOnline(next);
    expect(world.service.sent).toHaveLength(1);
    expect(next.errors).toEqual([]);
    feed.push({ type: 'end', stop: 'end' });
  });

  it.each<[string, (db: ChatWorld['db'], id: string) => Promise<unknown>]>([
    ['taken back', (db, id) => withdrawWaiting(db, id, 'w-hello')],
    ['changed', (db, id) => saveDraft(db, { sessionId: id, text: 'hello you', attachments: [], at: 1 })],
    ['deleted', (db, id) => saveDraft(db, { sessionId: id, text: '', attachments: [], at: 1 })],
  ])('that was %s stays where it is', async (_what, change) => {
    const { db, open, page, session, goOnline, said } = await begin();
    const id = await session('hello');
    await change(db, id);
    await goOnline(open(page));
    expect(await said(id)).toEqual([]);
  });

  it('keeps its words when it is taken back, and one of the same place isn’t taken for it', async () => {
    const { db, session, wait } = await begin();
    const id = await session('hello');
    await wait(id, 'other');
    await withdrawWaiting(db, id, 'w-hello');
    expect((await db.drafts.get(id))?.waiting).toBeDefined();
    await withdrawWaiting(db, id, 'w-other');
    expect(await db.drafts.get(id)).toEqual({
      sessionId: id,
      text: 'other',
      attachments: [],
      at: expect.any(Number) as number,
    });
  });

  it.each([
    ['is asked about after a restart, once', 11, true],
    ['still goes out soon after a restart', 9, false],
  ])('%s', async (_what, minutes, asks) => {
    const { world, open, page, session, goOnline, said, clock } = await begin();
    const id = await session('hello', clock.now() - minutes * MINUTE);
    world.service.answer(says(['Hi.']));
    const window = open(page);
    await goOnline(window);
    await clock.advance(5 * MINUTE);
    expect(window.asked).toEqual(asks ? ['w-hello'] : []);
    expect(await said(id)).toEqual(asks ? [] : ['hello', 'Hi.']);
  });

  it('goes out however late where the window stayed open', async () => {
    const { world, open, page, session, goOnline, said, clock } = await begin();
    const window = open(page, clock.now() - MINUTE);
    const id = await session('hello');
    await clock.advance(8 * 60 * MINUTE);
    world.service.answer(says(['Hi.']));
    await goOnline(window);
    await until(async () => (await said(id)).length === 2);
    expect(window.asked).toEqual([]);
  });

  it('waits its turn while an answer is on its way', async () => {
    const { world, open, page, session, wait, goOnline, said, clock } = await begin();
    const id = await session('first');
    const feed = new Feed();
    world.service.answer(feed.script, says(['Second answer.']));
    await goOnline(open(page));
    await until(async () => (await said(id)).length === 2);
    await wait(id, 'second');
    await clock.advance(MINUTE);
    expect(world.service.sent).toHaveLength(1);
    feed.push({ type: 'end', stop: 'end' });
    await clock.advance(MINUTE);
    await until(async () => (await said(id)).length === 4);
    expect((await said(id))[2]).toBe('second');
  });

  it('that can’t be sent is a draft again, and isn’t tried over and over', async () => {
    const { db, open, page, session, goOnline, clock } = await begin();
    const id = await session(' ');
    const window = open(page);
    await goOnline(window);
    await clock.advance(5 * MINUTE);
    expect(window.failed).toHaveLength(1);
    expect((await db.drafts.get(id))?.waiting).toBeUndefined();
  });

  it('a restart finds it, oldest first, with what was read for it', async () => {
    const { db, session, clock } = await begin();
    const second = await session('second');
    const first = await session('first', clock.now() - 5);
    const file: NonNullable<DraftRow['waiting']>['attachments'][number] = {
      kind: 'file',
      mime: 'text/plain',
      name: 'a.txt',
      blob: 'h',
      bytes: 3,
      text: 'abc',
    };
    await db.drafts.update(first, {
      waiting: { id: 'x', at: 1, target: TARGET, state: '', attachments: [file], asks: { thinking: 'high' } },
    });
    const found: WaitingDraft[] = await listWaiting(db, unreadable);
    expect(found.map(({ sessionId }) => sessionId)).toEqual([first, second]);
    expect(found[0]?.waiting).toMatchObject({ attachments: [file], asks: { thinking: 'high' } });
  });

  it.each<[string, (page: ChatWindow, id: string, db: ChatWorld['db']) => Promise<unknown>]>([
    ['model', (page, id) => page.flows.setTarget(id, { ...TARGET, model: 'another' })],
    ['instructions', (page, id) => page.flows.setSystem(id, 'Answer in verse.')],
    ['window of messages', (page, id) => page.flows.setMaxMessages(id, 4)],
    ['parameters', (page, id) => page.flows.setParameters(id, { temperature: 0.1 })],
    [
      'included messages',
      async (_page, id, db) => {
        const decision = { target: { message: 'm' }, action: 'exclude', origin: 'user', reason: 'chosen' } as never;
        await db.overlays.bulkAdd(overlayRows(id, [decision], 1));
      },
    ],
    ['path', (page, id) => page.flows.send(id, { text: 'meanwhile', attachments: [], draft: undecided })],
  ])('is asked about where the %s changed since', async (_what, change) => {
    const { world, db, open, page, session, goOnline, said, clock } = await begin();
    const id = await session('hello');
    world.service.answer(says(['Meanwhile.']));
    await change(page, id, db);
    const before = await said(id);
    const window = open(page);
    await goOnline(window);
    await clock.advance(MINUTE);
    expect(window.asked).toEqual(['w-hello']);
    expect(await said(id)).toEqual(before);
    expect((await db.drafts.get(id))?.waiting?.id).toBe('w-hello');
  });

  it('is asked about where its key is gone, and waits until the host has said so', async () => {
    const { online, open, page, session, goOnline, said, clock } = await begin();
    const id = await session('hello');
    online.ready = undefined;
    const window = open(page);
    await goOnline(window);
    expect(window.asked).toEqual([]);
    online.ready = false;
    await clock.advance(MINUTE);
    expect(window.asked).toEqual(['w-hello']);
    expect(await said(id)).toEqual([]);
  });

  it('that is being changed in this window isn’t sent as it was', async () => {
    const { db, online, open, page, session, goOnline, said } = await begin();
    const id = await session('hello');
    online.flush = () => saveDraft(db, { sessionId: id, text: 'hello y', attachments: [], at: 1 });
    await goOnline(open(page));
    expect(await said(id)).toEqual([]);
  });

  it('stays a draft where its conversation was deleted, also once that is restored', async () => {
    const { db, open, page, session, goOnline, said, clock } = await begin();
    const id = await session('hello');
    await page.flows.deleteSession(id);
    const window = open(page);
    await goOnline(window);
    await page.flows.restoreSession(id);
    await clock.advance(MINUTE);
    expect(await said(id)).toEqual([]);
    expect(await db.drafts.get(id)).toMatchObject({ text: 'hello' });
    expect((await db.drafts.get(id))?.waiting).toBeUndefined();
    expect(window.errors).toEqual([]);
  });

  it('is a draft in a fork', async () => {
    const { db, open, page, session, goOnline, said } = await begin();
    const id = await session('hello');
    const fork = await page.flows.fork(id, { title: 'Fork', stay: TARGET });
    await goOnline(open(page));
    expect(await said(fork.id)).toEqual([]);
    expect(await db.drafts.get(fork.id)).toMatchObject({ text: 'hello' });
    expect((await db.drafts.get(fork.id))?.waiting).toBeUndefined();
    expect(await db.drafts.get(id)).toBeUndefined();
  });

  it('takes its files along, as they were read', async () => {
    const { world, db, open, page, session, goOnline } = await begin();
    const id = await session('hello');
    const file = { kind: 'file', mime: 'text/plain', name: 'a.txt', blob: 'h', bytes: 3, text: 'abc' } as const;
    const row = await db.drafts.get(id);
    if (!row?.waiting) throw new Error('nothing waits');
    await db.drafts.put({ ...row, waiting: { ...row.waiting, attachments: [file], asks: { thinking: 'high' } } });
    world.service.answer(says(['Hi.']));
    await goOnline(open(page));
    await until(async () => (await world.path(id)).length === 2);
    const [question] = await world.path(id);
    expect(question).toMatchObject({ thinking: 'high' });
    expect(question?.parts.find(({ type }) => type !== 'text')).toMatchObject({ name: 'a.txt', text: 'abc' });
  });
});

/** A message that leaves the stored draft alone. */
const undecided: TakenDraft = { settle: async () => undefined, unsettle: () => undefined, end: () => undefined };

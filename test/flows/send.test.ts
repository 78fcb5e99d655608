import { describe, expect, it } from 'vitest';
import { ChatWorld, CONNECTION, TARGET, textOf } from '#test/fakes/chat-world.ts';
import { required, settle, until } from '#test/fakes/fake-clock.ts';
import { Feed, says } from '#test/fakes/scripted-service.ts';
import { SessionBusyError, NothingToSendError } from '#flows/base/flow-errors.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { createDrafts } from '#state/drafts.ts';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import { editKey } from '#storage/edit-repository.ts';
import { saveDraft } from '#storage/draft-repository.ts';
import { EVERY_SESSION } from '#storage/overlay-repository.ts';
import { createSession, renameSession } from '#storage/session-repository.ts';
import { claimSession, NotWriterError } from '#storage/writer-fence.ts';
import { insertTurn } from '#flows/conversation/insert-answer.ts';
import type { StoredMessage } from '#storage/rows.ts';

const plain = (text: string) => ({ text, attachments: [] });

async function begin() {
  const world = await ChatWorld.open();
  const page = world.window();
  const session = await page.flows.createSession(TARGET);
  return { world, page, id: session.id, ...page };
}

describe('sending', () => {
  it('stores question and answer with origin, usage, cost, times and title', async () => {
    const { world, flows, id } = await begin();
    world.service.answer(says(['Hel', 'lo.']));
    await flows.send(id, plain('  Hi there\nsecond line'));
    const [question, answer] = await world.path(id);
    expect(question).toMatchObject({ role: 'user', status: 'complete', seq: 1, parentId: null });
    expect(textOf(question)).toBe('  Hi there\nsecond line');
    expect(answer).toMatchObject({
      role: 'assistant',
      status: 'complete',
      stop: 'end',
      parentId: question?.id,
      usage: { input: 100, output: 2 },
      origin: {
        vendor: 'anthropic',
        model: 'practice-claude',
        endpoint: CONNECTION.baseUrl,
        account: 'practice',
      },
    });
    expect(textOf(answer)).toBe('Hello.');
    expect(answer?.error).toBeUndefined();
    const cost = (100 * 3 + 2 * 15) / 1_000_000;
    expect(await world.db.sessions.get(id)).toMatchObject({ title: 'Hi there', lastVendor: 'anthropic', cost });
    expect(await world.db.usage.get(answer?.id ?? '')).toMatchObject({ cost, model: 'practice-claude' });
  });

  it('forgets what was learned of a model a month ago, and keeps the rest', async () => {
    const { world, flows, id } = await begin();
    const fact = { sessionId: EVERY_SESSION, target: { message: '' }, kind: 'omit-field', reason: 'refused' } as const;
    const now = world.clock.now();
    for (const days of [29, 31])
      await world.db.overlays.put({ ...fact, id: `${days} days old`, at: now - days * 24 * 3_600_000 });
    world.service.answer(says(['ok']));
    await flows.send(id, plain('one'));
    expect((await world.db.overlays.toArray()).map(({ id: left }) => left)).toEqual(['29 days old']);
  });

  it('clears the draft in the same transaction that stores the message', async () => {
    const { world, flows, id } = await begin();
    await saveDraft(world.db, { sessionId: id, text: 'typed', attachments: [], at: 1 });
    world.service.answer(says(['ok']));
    await flows.send(id, plain('typed'));
    expect(await world.db.drafts.get(id)).toBeUndefined();
  });

  it('ends all of the draft when it names none, also what was just typed', async () => {
    const { world, flows, id } = await begin();
    const { db, clock } = world;
    const { now, setTimeout, clearTimeout } = clock;
    const drafts = createDrafts({ db, now, setTimeout, clearTimeout, onError: (error) => expect.fail(String(error)) });
    world.drafts = drafts;
    drafts.save(id, 'typed', []);
    world.service.answer(says(['Fine.']));
    await flows.send(id, plain('typed'));
    await clock.advance(6_000);
    expect(await db.drafts.get(id)).toBeUndefined();
  });

  it('keeps what was typed since the message was taken from its box', async () => {
    const { world, flows, id } = await begin();
    const { db, clock } = world;
    const { now, setTimeout, clearTimeout } = clock;
    const drafts = createDrafts({ db, now, setTimeout, clearTimeout, onError: (error) => expect.fail(String(error)) });
    for (const send of [flows.send, (to: string, what: OutgoingMessage) => flows.compare(to, what, [TARGET, TARGET])]) {
      drafts.save(id, 'sent', []);
      const draft = drafts.take(id, { text: 'sent', attachments: [] });
      drafts.save(id, 'typed since', []);
      await drafts.flush();
      expect((await db.drafts.get(id))?.text).toBe('sent\ntyped since');
      world.service.answer(says(['ok']));
      world.service.answer(says(['ok']));
      await send(id, { ...plain('sent'), draft });
      expect((await db.drafts.get(id))?.text).toBe('typed since');
      expect(drafts.unsaved(id)).toBeUndefined();
    }
  });

  it('has stored the question before the vendor hears anything', async () => {
    const { world, flows, id } = await begin();
    let before: StoredMessage[] = [];
    world.service.answer(async function* (signal) {
      before = await world.path(id);
      yield* says(['ok'])(signal);
    });
    await flows.send(id, plain('first'));
    expect(before.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'streaming'],
    ]);
  });

  it('gives the model the whole path, attachments as bytes, and only the path', async () => {
    const { world, flows, id } = await begin();
    world.service.answer(says(['one']), says(['two']), says(['edited']));
    const saved = await saveBlob(world.db, new Blob(['picture']), 'image/png');
    await flows.send(id, {
      text: 'look',
      attachments: [{ kind: 'image', name: 'a.png', mime: 'image/png', blob: saved.blob, bytes: saved.bytes }],
    });
    await flows.send(id, plain('more'));
    const [question] = await world.path(id);
    await flows.editAndSend(id, question?.id ?? '', plain('look again'));
    const seen = world.service.sent.map(({ messages }) =>
      messages.map(({ parts }) =>
        parts.map((part) => ('text' in part ? part.text : 'data' in part ? part.data : part.type)).join('+'),
      ),
    );
    const data = Buffer.from('picture').toString('base64');
    expect(seen).toEqual([[`${data}+look`], [`${data}+look`, 'one', 'more'], ['look again']]);
  });

  it('ends the stored edit with the message that it becomes, and leaves the message box alone', async () => {
    const { world, flows, id } = await begin();
    world.service.answer(says(['one']), says(['two']));
    await flows.send(id, plain('first'));
    const [question] = await world.path(id);
    const messageId = required(question).id;
    await saveDraft(world.db, { sessionId: id, text: 'in the box', attachments: [], at: 1 });
    const { now, setTimeout, clearTimeout } = world.clock;
    const drafts = createDrafts({ db: world.db, now, setTimeout, clearTimeout, onError: () => undefined });
    const key = editKey(id, messageId);
    drafts.save(key, 'better', []);
    await drafts.flush();
    const stored = async () => (await world.db.drafts.toArray()).map(({ text }) => text).toSorted();
    expect(await stored()).toEqual(['better', 'in the box']);

    const draft = drafts.take(key, plain('better'));
    await flows.editAndSend(id, messageId, { ...plain('better'), draft });
    await drafts.flush();
    expect(await stored()).toEqual(['in the box']);
    expect((await world.path(id)).map(textOf)).toEqual(['better', 'two']);
  });

  it('reads bytes only for what the window keeps', async () => {
    const { world, flows, id } = await begin();
    const turns = 12;
    world.service.answer(...Array.from({ length: turns + 1 }, () => says(['one'])));
    const saved = await saveBlob(world.db, new Blob(['picture']), 'image/png');
    const attachment = { kind: 'image' as const, name: 'a', mime: 'image/png', blob: saved.blob, bytes: saved.bytes };
    await flows.setMaxMessages(id, 20);
    world.service.leftOut = ({ length }) => (length > 20 ? [0] : []);
    await flows.send(id, { text: 'look', attachments: [attachment] });
    for (let turn = 0; turn < turns; turn += 1) await flows.send(id, plain('more'));
    const images = world.service.sent.map(({ messages }) => messages[0]?.parts[0]);
    const data = images.map((image) => (image?.type === 'image' ? image.data : null));
    expect(data[1]).toBe(Buffer.from('picture').toString('base64'));
    expect(data.at(-1)).toBe('A'.repeat(12));
  });

  it('refuses an empty message and leaves everything as it is', async () => {
    const { world, flows, id } = await begin();
    await expect(flows.send(id, plain(' \n '))).rejects.toThrow(NothingToSendError);
    expect(await world.db.messages.count()).toBe(0);
  });

  it('never answers twice at once in one conversation', async () => {
    const { world, flows, id } = await begin();
    const feed = new Feed();
    world.service.answer(feed.script, says(['later']));
    const first = flows.send(id, plain('a'));
    const second = flows.send(id, plain('b'));
    await expect(second).rejects.toThrow(SessionBusyError);
    await until(() => feed.started);
    await expect(flows.retry(id, 'any')).rejects.toThrow(SessionBusyError);
    feed.push({ type: 'end', stop: 'end' });
    await first;
    await flows.send(id, plain('c'));
    expect((await world.path(id)).map(textOf)).toEqual(['a', '', 'c', 'later']);
  });

  it('is refused in a window that does not write here', async () => {
    const { world, flows, id, writers } = await begin();
    writers.open(id);
    await until(() => writers.state(id) === 'mine');
    const other = world.window();
    const refused = other.flows.send(id, plain('mine too'));
    refused.catch(() => undefined);
    await world.clock.advance(200);
    await expect(refused).rejects.toThrow(NotWriterError);
    world.service.answer(says(['ok']));
    await flows.send(id, plain('mine'));
    expect((await world.path(id)).map(textOf)).toEqual(['mine', 'ok']);
    expect(other.liveRuns.store.getState().runs.size).toBe(0);
  });

  it('runs four at once and lets the fifth wait visibly', async () => {
    const { world, flows, liveRuns } = await begin();
    const ids = [];
    const feeds = Array.from({ length: 5 }, () => new Feed());
    world.service.answer(...feeds.map(({ script }) => script));
    const runs = [];
    for (let index = 0; index < 5; index += 1) {
      const { id } = await flows.createSession(TARGET);
      ids.push(id);
      runs.push(flows.send(id, plain(`q${index}`)));
      await settle(40);
    }
    await until(() => feeds.filter(({ started }) => started).length === 4);
    await world.clock.advance(50);
    expect(liveRuns.store.getState().runs.get(ids[4] ?? '')?.phase).toBe('queued');
    feeds[0]?.push({ type: 'end', stop: 'end' });
    await until(() => feeds[4]?.started === true);
    for (const feed of feeds) feed.push({ type: 'end', stop: 'end' });
    await Promise.all(runs);
    expect(liveRuns.store.getState().runs.size).toBe(0);
  });

  it('can be stopped while it waits for its turn', async () => {
    const { world, flows } = await begin();
    const feeds = Array.from({ length: 4 }, () => new Feed());
    world.service.answer(...feeds.map(({ script }) => script));
    const runs = [];
    for (const feed of feeds) {
      const { id } = await flows.createSession(TARGET);
      runs.push(flows.send(id, plain('q')));
      await until(() => feed.started);
    }
    const { id } = await flows.createSession(TARGET);
    const waiting = flows.send(id, plain('fifth'));
    await settle(40);
    flows.stop(id);
    await waiting;
    expect((await world.path(id))[1]).toMatchObject({ status: 'complete', stop: 'aborted', parts: [] });
    for (const feed of feeds) feed.push({ type: 'end', stop: 'end' });
    await Promise.all(runs);
  });
});

describe('an answer that is stopped', () => {
  const half = 'The tide comes in twice a day, because the Moon pulls at the sea. '.repeat(20);

  async function stopped(reported: StreamEvent[]) {
    const { world, flows, id, liveRuns } = await begin();
    const feed = new Feed();
    world.service.answer(feed.script);
    const sent = flows.send(id, plain('Tell me about the tides.'));
    await until(() => feed.started);
    feed.push(...reported);
    if (reported.length > 0) feed.text(half);
    await until(async () => {
      await world.clock.advance(20);
      return reported.length === 0 || (liveRuns.store.getState().runs.get(id)?.parts ?? []).length > 0;
    });
    flows.stop(id);
    await sent;
    const answer = (await world.path(id))[1];
    const key = answer?.id ?? '';
    return { usage: answer?.usage, entry: await world.db.usage.get(key), send: await world.db.sends.get(key) };
  }

  it('counts what was received, not what its first event said, and says that it is an estimate', async () => {
    const { usage, entry } = await stopped([{ type: 'usage', usage: { input: 16, output: 1, cacheRead: 4 } }]);
    expect(usage).toMatchObject({ input: 16, cacheRead: 4, estimated: 'output' });
    expect(usage?.output).toBeGreaterThan(200);
    expect(usage?.output).toBeLessThan(400);
    expect(entry?.usage).toEqual(usage);
    expect(entry?.cost).toBeGreaterThan(0);
  });

  it('is counted too where its vendor counts at the end alone', async () => {
    const { usage, entry, send } = await stopped([{ type: 'start' }]);
    expect(usage).toMatchObject({ input: send?.tokens, estimated: 'all' });
    expect(usage?.output).toBeGreaterThan(200);
    expect(entry?.usage).toEqual(usage);
  });

  it('keeps the count of a vendor that counts as it goes, and counts nothing where nothing came', async () => {
    const counted = { input: 16, output: 5_000 };
    expect((await stopped([{ type: 'usage', usage: counted }])).usage).toEqual(counted);
    expect((await stopped([])).usage).toBeUndefined();
  });
});

describe('titles', () => {
  it('leave the name that a person gave while the first message was on its way', async () => {
    const { db } = await ChatWorld.open();
    const session = await createSession(db, { target: TARGET, at: 1 });
    const { fence } = await claimSession(db, session.id);
    await renameSession(db, session.id, 'Mine');
    const question = { parentId: null, parts: [{ type: 'text' as const, text: 'Hello' }], title: 'Hello' };
    const deps = { db, onUnreadableRow: () => undefined, clock: { now: () => 2 } };
    await insertTurn(deps, fence, session, question, () => []);
    expect(await db.sessions.get(session.id)).toMatchObject({ title: 'Mine', titleBy: 'person' });
  });

  it('come from the first message and never replace what a person typed', async () => {
    const { world, flows, id } = await begin();
    world.service.answer(says(['a']), says(['b']), says(['c']), says(['d']));
    await flows.send(id, plain('First question'));
    await flows.send(id, plain('Second question'));
    expect(await world.db.sessions.get(id)).toMatchObject({ title: 'First question', titleBy: 'auto' });
    const [first] = await world.path(id);
    await flows.editAndSend(id, first?.id ?? '', plain('Better question'));
    expect(await world.db.sessions.get(id)).toMatchObject({ title: 'Better question' });
    await flows.renameSession(id, 'Mine');
    await flows.editAndSend(id, first?.id ?? '', plain('Another question'));
    expect(await world.db.sessions.get(id)).toMatchObject({ title: 'Mine', titleBy: 'person' });
  });
});

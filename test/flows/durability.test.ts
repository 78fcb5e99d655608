import { describe, expect, it, vi } from 'vitest';
import { NotWriterError } from '#storage/writer-fence.ts';
import { AnswerUnstoredError, SessionBusyError } from '#flows/base/flow-errors.ts';
import { ChatWorld, CONNECTION, TARGET, textOf } from '#test/fakes/chat-world.ts';
import { required, settle, until } from '#test/fakes/fake-clock.ts';
import { Feed, says } from '#test/fakes/scripted-service.ts';

const plain = (text: string) => ({ text, attachments: [] });

async function begin() {
  const world = await ChatWorld.open();
  const page = world.window();
  const { id } = await page.flows.createSession(TARGET);
  return { world, id, flows: page.flows, liveRuns: page.liveRuns, errors: page.errors, writers: page.writers };
}

describe('a growing answer', () => {
  it('is in storage within 250 ms, thinking, origin and all', async () => {
    const { world, id, flows } = await begin();
    const feed = new Feed();
    world.service.answer(feed.script);
    const sent = flows.send(id, plain('q'));
    await until(() => feed.started);
    feed.push({ type: 'part_start', index: 0, part: { type: 'thinking', text: '' } });
    let said = '';
    for (let piece = 0; piece < 40; piece += 1) {
      feed.push({ type: 'thinking_delta', index: 0, delta: `${piece} ` });
      const before = said;
      said += `${piece} `;
      await world.clock.advance(50);
      if (piece < 5) continue;
      const stored = required((await world.path(id))[1]);
      const [thinking] = stored.parts;
      const text = thinking?.type === 'thinking' ? thinking.text : '';
      // What arrived 250 ms ago (five chunks) is stored by now.
      expect(text.length).toBeGreaterThanOrEqual(before.split(' ').slice(0, -5).join(' ').length);
      expect(said.startsWith(text)).toBe(true);
      expect(stored).toMatchObject({ status: 'streaming', origin: { model: 'practice-claude' } });
    }
    feed.push({ type: 'end', stop: 'end' });
    await sent;
    expect((await world.path(id))[1]).toMatchObject({ status: 'complete', parts: [{ type: 'thinking', text: said }] });
  });

  it('says who was asked before a word of it came', async () => {
    const { world, id, flows } = await begin();
    const feed = new Feed();
    world.service.answer(feed.script);
    const sent = flows.send(id, plain('q'));
    await until(() => feed.started);
    expect((await world.path(id))[1]).toMatchObject({
      status: 'streaming',
      parts: [],
      origin: { vendor: CONNECTION.vendor, model: TARGET.model, endpoint: CONNECTION.baseUrl },
    });
    feed.push({ type: 'end', stop: 'end' });
    await sent;
  });

  it('carries the time its thinking took', async () => {
    const { world, id, flows } = await begin();
    const feed = new Feed();
    world.service.answer(feed.script);
    const sent = flows.send(id, plain('q'));
    await until(() => feed.started);
    feed.push({ type: 'part_start', index: 0, part: { type: 'thinking', text: '' } });
    await world.clock.advance(1_500);
    feed.push(
      { type: 'thinking_delta', index: 0, delta: 'hm' },
      { type: 'part_end', index: 0, part: { type: 'thinking', text: 'hm', signature: 'AbC=' } },
      { type: 'part_start', index: 1, part: { type: 'text', text: 'so' } },
      { type: 'end', stop: 'end' },
    );
    await sent;
    expect((await world.path(id))[1]?.parts).toEqual([
      { type: 'thinking', text: 'hm', signature: 'AbC=', durationMs: 1_500 },
      { type: 'text', text: 'so' },
    ]);
  });
});

describe('after a crash', () => {
  /** A window dies in the middle of an answer: its lock is gone, nothing else was cleaned up. */
  async function crash(pieces: readonly string[]) {
    const begun = await begin();
    const { world, id, flows } = begun;
    const feed = new Feed(true);
    world.service.answer(feed.script);
    void flows.send(id, plain('q'));
    await until(() => feed.started);
    for (const piece of pieces) feed.text(piece);
    await world.clock.advance(300);
    const survivor = new ChatWorld(world.db);
    const page = survivor.window();
    expect(await page.writers.recover()).toHaveLength(1);
    const partial = required((await survivor.path(id))[1]);
    return { world: survivor, id, ...page, partial };
  }

  it('the partial answer is there, marked as interrupted', async () => {
    const { partial } = await crash(['half ', 'an answer']);
    expect(partial).toMatchObject({ status: 'interrupted', parts: [{ type: 'text', text: 'half an answer' }] });
  });

  it('Keep accepts it as it is', async () => {
    const { world, id, flows, partial } = await crash(['half']);
    await flows.acceptPartial(id, partial.id);
    const stored = required((await world.path(id))[1]);
    expect(stored).toEqual({ ...partial, status: 'complete', stop: 'aborted', completedAt: stored.completedAt });
    const row = await world.db.messages.get(partial.id);
    await flows.acceptPartial(id, partial.id);
    expect(await world.db.messages.get(partial.id)).toEqual(row);
  });

  it('what it consumed is counted once, as an estimate', async () => {
    const { world, id, flows, count, partial } = await crash(['half an answer ', 'of some length']);
    await count();
    const counted = required((await world.path(id))[1]);
    const send = required(await world.db.sends.get(partial.id));
    expect(counted).toEqual({ ...partial, usage: counted.usage });
    expect(counted.usage).toMatchObject({ input: send.tokens, estimated: 'all' });
    expect(counted.usage?.output).toBeGreaterThan(2);
    const entry = required(await world.db.usage.get(partial.id));
    expect(entry.usage).toEqual(counted.usage);
    expect(entry.cost).toBeGreaterThan(0);
    await count();
    expect((await world.db.sessions.get(id))?.cost).toBe(entry.cost);
    await flows.acceptPartial(id, partial.id);
    await count();
    expect((await world.path(id))[1]?.usage).toEqual(counted.usage);
    expect((await world.db.sessions.get(id))?.cost).toBe(entry.cost);
  });

  it('nothing is counted where nothing had come', async () => {
    const { world, count } = await crash([]);
    await count();
    expect(await world.db.usage.count()).toBe(0);
  });

  it('Continue keeps it and carries on in a new exchange', async () => {
    const { world, id, flows, partial } = await crash(['half']);
    world.service.answer(says(['the rest']));
    await flows.continueAnswer(id, partial.id);
    const path = await world.path(id);
    expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(path[1]).toMatchObject({ id: partial.id, status: 'complete', stop: 'aborted' });
    expect(path[2]).toMatchObject({ author: 'automation' });
    expect(textOf(path[3])).toBe('the rest');
  });

  it('Continue asks again when nothing had arrived', async () => {
    const { world, id, flows, partial } = await crash([]);
    world.service.answer(says(['everything']));
    await flows.continueAnswer(id, partial.id);
    expect((await world.path(id)).map(textOf)).toEqual(['q', 'everything']);
  });

  it('Retry answers again beside it', async () => {
    const { world, id, flows, partial } = await crash(['half']);
    world.service.answer(says(['whole']));
    await flows.retry(id, partial.id);
    expect((await world.path(id)).map(textOf)).toEqual(['q', 'whole']);
    expect(textOf(required(await world.db.messages.get(partial.id)))).toBe('half');
    await flows.choosePath(id, partial.id);
    expect((await world.path(id)).map(textOf)).toEqual(['q', 'half']);
  });

  it('writing on accepts it', async () => {
    const { world, id, flows } = await crash(['half']);
    world.service.answer(says(['ok']));
    await flows.send(id, plain('go on'));
    const path = await world.path(id);
    expect(path.map(textOf)).toEqual(['q', 'half', 'go on', 'ok']);
    expect(path.every(({ status }) => status === 'complete')).toBe(true);
  });
});

describe('two windows', () => {
  it('never interleave: taking over ends the run here, with its last words stored', async () => {
    const { world, id, flows, writers } = await begin();
    const feed = new Feed();
    world.service.answer(feed.script, says(['from B']));
    writers.open(id);
    const sent = flows.send(id, plain('from A'));
    await until(() => feed.started);
    feed.text('half');
    await settle();
    const b = world.window();
    b.writers.open(id);
    await world.clock.advance(200);
    expect(b.writers.state(id)).toBe('other');
    await b.writers.takeOver(id);
    await sent;
    expect((await world.path(id))[1]).toMatchObject({
      status: 'interrupted',
      stop: 'aborted',
      parts: [{ text: 'half' }],
    });
    await b.flows.send(id, plain('on in B'));
    expect((await world.path(id))[1]).toMatchObject({ status: 'complete', stop: 'aborted', parts: [{ text: 'half' }] });
    await expect(flows.send(id, plain('late A'))).rejects.toThrow(NotWriterError);
    const path = await world.path(id);
    expect(path.map(textOf)).toEqual(['from A', 'half', 'on in B', 'from B']);
    expect(path.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it('pass a finished conversation back and forth, and no answer seems to run where it was let go', async () => {
    const { world, id, flows, writers, liveRuns } = await begin();
    world.service.answer(says(['one']), says(['two']), says(['three']));
    writers.open(id);
    await flows.send(id, plain('a'));
    await flows.send(id, plain('b'));
    const b = world.window();
    b.writers.open(id);
    await world.clock.advance(200);
    await b.writers.takeOver(id);
    await world.clock.advance(100);
    expect(liveRuns.store.getState().runs.size).toBe(0);
    await writers.takeOver(id);
    await flows.send(id, plain('c'));
    expect((await world.path(id)).map(textOf)).toEqual(['a', 'one', 'b', 'two', 'c', 'three']);
  });
});

describe('when storage refuses', () => {
  const full = () => Promise.reject(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  const refuseMessages = () => {
    const { put } = IDBObjectStore.prototype;
    return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (this.name === 'messages') throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, value, key);
    });
  };

  it('the question: the user is told, nothing is half stored, the conversation is free again', async () => {
    const { world, id, flows, liveRuns } = await begin();
    const spy = vi.spyOn(world.db.messages, 'bulkAdd').mockImplementation(() => full() as never);
    const refused = flows.send(id, plain('q'));
    await expect(refused).rejects.toMatchObject({ code: 'quota' });
    await expect(refused).rejects.not.toBeInstanceOf(AnswerUnstoredError);
    expect(liveRuns.store.getState().runs.size).toBe(0);
    spy.mockRestore();
    world.service.answer(says(['ok']));
    await flows.send(id, plain('q'));
    expect((await world.path(id)).map(textOf)).toEqual(['q', 'ok']);
  });

  it('the answer: it stays on the screen with the reason and is stored as soon as there is room', async () => {
    const { world, id, flows, liveRuns, errors } = await begin();
    const feed = new Feed();
    world.service.answer(feed.script, says(['next']));
    const spy = refuseMessages();
    const refused = flows.send(id, plain('q'));
    await until(() => feed.started);
    feed.text('precious');
    // Long enough to be written while it grows.
    await world.clock.advance(200);
    feed.push({ type: 'end', stop: 'end' });
    await expect(refused).rejects.toMatchObject({ code: 'quota' });
    await expect(refused).rejects.toBeInstanceOf(AnswerUnstoredError);
    await world.clock.advance(20);
    expect(liveRuns.store.getState().runs.get(id)).toMatchObject({
      phase: 'unsaved',
      problem: { code: 'quota' },
      parts: [{ type: 'text', text: 'precious' }],
    });
    await expect(flows.send(id, plain('again'))).rejects.toThrow(SessionBusyError);
    await world.clock.advance(11_000);
    expect(liveRuns.store.getState().runs.get(id)?.phase).toBe('unsaved');
    spy.mockRestore();
    await world.clock.advance(6_000);
    expect((await world.path(id)).map(textOf)).toEqual(['q', 'precious']);
    expect(liveRuns.store.getState().runs.size).toBe(0);
    expect(errors.length).toBeGreaterThan(0);
    await flows.send(id, plain('again'));
    expect((await world.path(id)).map(textOf)).toEqual(['q', 'precious', 'again', 'next']);
  });

  it('the bytes of an image the model made: nothing of the answer is lost', async () => {
    const { world, id, flows } = await begin();
    const data = Buffer.from('picture').toString('base64');
    world.service.answer(async function* () {
      yield { type: 'part_end', index: 0, part: { type: 'text', text: 'look:' } };
      yield { type: 'part_end', index: 1, part: { type: 'image', mime: 'image/png', data } };
      yield { type: 'end', stop: 'end' };
    });
    const spy = vi.spyOn(world.db.blobs, 'put').mockImplementation(() => full() as never);
    await expect(flows.send(id, plain('draw'))).rejects.toMatchObject({ code: 'quota' });
    spy.mockRestore();
    // Hashing takes real time.
    await until(async () => {
      await world.clock.advance(1_000);
      return (await world.path(id))[1]?.status === 'complete';
    });
    expect((await world.path(id))[1]?.parts).toMatchObject([
      { type: 'text', text: 'look:' },
      { type: 'image', mime: 'image/png', bytes: 7 },
    ]);
  });

  it('for a moment in the middle: the answer goes on and ends complete', async () => {
    const { world, id, flows, errors } = await begin();
    const feed = new Feed();
    world.service.answer(feed.script);
    const sent = flows.send(id, plain('q'));
    await until(() => feed.started);
    const spy = refuseMessages();
    feed.text('one ');
    await world.clock.advance(400);
    spy.mockRestore();
    feed.text('two');
    await world.clock.advance(400);
    expect(textOf(required((await world.path(id))[1]))).toBe('one two');
    feed.push({ type: 'end', stop: 'end' });
    await sent;
    expect((await world.path(id))[1]).toMatchObject({ status: 'complete', stop: 'end' });
    expect(errors.length).toBeGreaterThan(0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelError } from '#core/error.ts';
import { TargetRefusedError, UndecidedError } from '#flows/base/flow-errors.ts';
import { comparedAnswers } from '#core/compared-answers.ts';
import type { SessionTarget, StoredMessage } from '#storage/rows.ts';
import { ChatWorld, TARGET, textOf } from '#test/fakes/chat-world.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { fails, Feed, says } from '#test/fakes/scripted-service.ts';
import { CLAUDE, GEMINI, GPT, PracticeWorld } from './practice-world.ts';

const plain = (text: string) => ({ text, attachments: [] });
const models = (count: number): SessionTarget[] =>
  Array.from({ length: count }, (_, index) => ({ ...TARGET, model: `model-${index + 1}` }));

const REFUSED: ModelError = { kind: 'auth', retryable: false, message: 'no', vendor: 'anthropic' };

async function begin() {
  const world = await ChatWorld.open();
  const page = world.window();
  const { id } = await page.flows.createSession(TARGET);
  const answers = async (): Promise<StoredMessage[]> => {
    const rows = await world.db.messages.toArray();
    return rows
      .filter(({ role }) => role === 'assistant')
      .map(({ parentKey: _key, ...row }) => row)
      .sort((a, b) => a.seq - b.seq);
  };
  return { world, id, ...page, answers };
}

async function finish(world: ChatWorld, work: Promise<void>): Promise<void> {
  const state = { done: false };
  const settled = work.finally(() => (state.done = true));
  for (let turn = 0; turn < 400 && !state.done; turn += 1) await world.clock.advance(1_000);
  await settled;
}

describe('asking several models at once', () => {
  it('whatever becomes of each: the path ends in the question, nothing is lost, and the next message goes on from the chosen one', async () => {
    const outcome = fc.constantFrom('says', 'fails at once', 'fails half-way', 'is cut', 'says nothing');
    await fc.assert(
      fc.asyncProperty(fc.array(outcome, { minLength: 1, maxLength: 4 }), fc.nat(), async (outcomes, pick) => {
        const { world, id, flows, liveRuns, errors, answers } = await begin();
        world.service.answer(says(['before']));
        await flows.send(id, plain('first'));
        const scripts = {
          says: says(['a ', 'whole answer']),
          'fails at once': fails(REFUSED),
          'fails half-way': fails(REFUSED, ['half']),
          'is cut': says(['cut'], 'length'),
          'says nothing': says([]),
        };
        // One answer that can always be continued.
        world.service.answer(says(['sound']), ...outcomes.map((one) => scripts[one]));
        await finish(world, flows.compare(id, plain('which?'), models(outcomes.length + 1)));

        const path = await world.path(id);
        expect(path.map(textOf)).toEqual(['first', 'before', 'which?']);
        const question = required(path[2]);
        const siblings = (await answers()).slice(1);
        expect(siblings).toHaveLength(outcomes.length + 1);
        for (const [index, answer] of siblings.entries()) {
          expect(answer).toMatchObject({ parentId: question.id, status: 'complete' });
          expect(answer.origin?.model).toBe(`model-${index + 1}`);
          expect(answer.seq).toBe(question.seq + 1 + index);
        }
        const halves = outcomes.filter((one) => one === 'fails half-way').length;
        expect(siblings.filter((one) => textOf(one).startsWith('half'))).toHaveLength(halves);
        expect(siblings.filter(({ error }) => error)).toHaveLength(
          outcomes.filter((one) => one.startsWith('fails')).length,
        );
        expect(liveRuns.store.getState().runs.size).toBe(0);
        await expect(flows.send(id, plain('too early'))).rejects.toThrow(UndecidedError);

        const chosen = required(siblings[pick % siblings.length]);
        await flows.chooseAnswer(id, chosen.id);
        const session = await world.db.sessions.get(id);
        expect(session?.target).toEqual({ ...TARGET, model: chosen.origin?.model });
        expect(session?.lastVendor).toBe(chosen.origin?.vendor);
        world.service.answer(says(['after']));
        await flows.send(id, plain('next'));
        expect((await world.path(id)).map(textOf)).toEqual([
          'first',
          'before',
          'which?',
          textOf(chosen),
          'next',
          'after',
        ]);
        const now = new Map((await answers()).map((answer) => [answer.id, answer]));
        for (const answer of siblings) expect(now.get(answer.id)).toEqual(answer);
        expect(errors).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('each grows for itself: one is stopped, the others go on, and what it said is kept', async () => {
    const { world, id, flows, liveRuns, answers } = await begin();
    const feeds = [new Feed(), new Feed(), new Feed()];
    world.service.answer(...feeds.map((feed) => feed.script));
    const asked = flows.compare(id, plain('q'), models(3));
    await until(() => feeds.every((feed) => feed.started));
    for (const [index, feed] of feeds.entries()) feed.text(`said by ${index}`);
    await world.clock.advance(300);
    const growing = await answers();
    expect(growing.map(({ status }) => status)).toEqual(['streaming', 'streaming', 'streaming']);
    expect(growing.map(textOf).sort()).toEqual(['said by 0', 'said by 1', 'said by 2']);
    expect([...liveRuns.store.getState().runs.values()].map(({ messageId }) => messageId).sort()).toEqual(
      growing.map((answer) => answer.id).sort(),
    );
    const second = required(growing[1]);
    flows.stopAnswer(id, second.id);
    await until(async () => (await answers())[1]?.status === 'complete');
    expect((await answers()).map(({ status }) => status)).toEqual(['streaming', 'complete', 'streaming']);
    expect((await answers())[1]).toMatchObject({ stop: 'aborted', parts: second.parts });
    for (const feed of feeds) feed.push({ type: 'end', stop: 'end' });
    await asked;
    expect((await answers()).map(({ stop }) => stop)).toEqual(['end', 'aborted', 'end']);
  });

  it('stopping the conversation stops all of them', async () => {
    const { world, id, flows, liveRuns, answers } = await begin();
    const feeds = [new Feed(), new Feed()];
    world.service.answer(...feeds.map((feed) => feed.script));
    const asked = flows.compare(id, plain('q'), models(2));
    await until(() => feeds.every((feed) => feed.started));
    flows.stop(id);
    await asked;
    expect((await answers()).map(({ stop }) => stop)).toEqual(['aborted', 'aborted']);
    expect(liveRuns.store.getState().runs.size).toBe(0);
  });

  it('another window that takes over ends all of them, and they say that nobody stopped them', async () => {
    const { world, id, flows, answers } = await begin();
    const feeds = [new Feed(), new Feed()];
    world.service.answer(...feeds.map((feed) => feed.script));
    const asked = flows.compare(id, plain('q'), models(2));
    await until(() => feeds.every((feed) => feed.started));
    const other = world.window();
    other.writers.open(id);
    await world.clock.advance(200);
    await other.writers.takeOver(id);
    await asked;
    const ends = (await answers()).map(({ status, stop }) => ({ status, stop }));
    expect(ends).toEqual(Array.from({ length: 2 }, () => ({ status: 'interrupted', stop: 'aborted' })));
  });

  it('a failed one is asked again while the others are still being written', async () => {
    const { world, id, flows, answers } = await begin();
    const [first, again] = [new Feed(), new Feed()];
    world.service.answer(first.script, fails(REFUSED), again.script);
    const asked = flows.compare(id, plain('q'), models(2));
    await until(async () => (await answers()).some(({ error }) => error));
    await until(() => first.started);
    const failed = required((await answers()).find(({ error }) => error));
    const retried = flows.retryCompared(id, failed.id);
    await until(() => again.started);
    again.text('at last');
    again.push({ type: 'end', stop: 'end' });
    await retried;
    const rows = await answers();
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatchObject({ origin: failed.origin, parentId: failed.parentId, stop: 'end' });
    expect(rows.filter(({ status }) => status === 'streaming')).toHaveLength(1);
    expect((await world.path(id)).map(textOf)).toEqual(['q']);
    first.push({ type: 'end', stop: 'end' });
    await asked;
    // The new answer takes the place of the failed one, which stays stored.
    expect(comparedAnswers(await answers()).map((row) => row.id)).not.toContain(failed.id);
    expect(await world.db.messages.get(failed.id)).toMatchObject({ error: REFUSED });
  });

  it('after a crash in the middle each is found as far as it had come, and can be kept or asked again', async () => {
    const { world, id, flows } = await begin();
    const feeds = [new Feed(true), new Feed(true), new Feed(true)];
    world.service.answer(...feeds.map((feed) => feed.script));
    void flows.compare(id, plain('q'), models(3));
    await until(() => feeds.every((feed) => feed.started));
    feeds[0]?.text('half of one');
    feeds[1]?.text('half of another');
    await world.clock.advance(300);
    const survivor = new ChatWorld(world.db);
    const page = survivor.window();
    expect(await page.writers.recover()).toHaveLength(3);
    const rows = (await world.db.messages.toArray()).filter(({ role }) => role === 'assistant');
    expect(rows.map(({ status }) => status)).toEqual(['interrupted', 'interrupted', 'interrupted']);
    expect(rows.map(textOf).sort()).toEqual(['', 'half of another', 'half of one']);
    // Even an answer without any content says which model it was meant for.
    expect(rows.map(({ origin }) => origin?.model ?? '').sort()).toEqual(['model-1', 'model-2', 'model-3']);
    const half = required(rows.find((row) => textOf(row) === 'half of one'));
    await page.flows.acceptPartial(id, half.id);
    const empty = required(rows.find((row) => textOf(row) === ''));
    survivor.service.answer(says(['whole']));
    await page.flows.retryCompared(id, empty.id);
    expect((await survivor.path(id)).map(textOf)).toEqual(['q']);
    await page.flows.chooseAnswer(id, half.id);
    expect((await survivor.path(id)).map(textOf)).toEqual(['q', 'half of one']);
  });

  it('asks no other model again where the connection of an answer is gone', async () => {
    const { world, id, flows, answers } = await begin();
    world.service.answer(says(['a']), fails(REFUSED), says(['never asked']));
    await flows.compare(id, plain('q'), models(2));
    const failed = required((await answers()).find(({ error }) => error));
    await world.db.sends.clear();
    await world.db.messages.update(failed.id, {
      origin: { vendor: 'gemini', model: 'm', endpoint: 'https://gone.example' },
    });
    await expect(flows.retryCompared(id, failed.id)).rejects.toThrow(TargetRefusedError);
    expect(await answers()).toHaveLength(2);
  });

  it('stores nothing where one of the models cannot be asked', async () => {
    const { world, id, flows } = await begin();
    const removed = { ...TARGET, connection: 'gone' };
    await expect(flows.compare(id, plain('q'), [TARGET, removed])).rejects.toThrow(TargetRefusedError);
    expect(await world.db.messages.count()).toBe(0);
    world.service.answer(says(['fine']));
    await flows.send(id, plain('q'));
    expect((await world.path(id)).map(textOf)).toEqual(['q', 'fine']);
  });

  it('an answer that was there stands among the new ones, and choosing it goes back to all that followed it', async () => {
    const { world, id, flows, answers } = await begin();
    world.service.answer(says(['old']), says(['later']));
    await flows.send(id, plain('q'));
    await flows.send(id, plain('q2'));
    const before = await world.path(id);
    world.service.answer(says(['new']));
    await flows.compareWith(id, required(before[0]).id, models(1));
    expect((await world.path(id)).map(textOf)).toEqual(['q']);
    expect(comparedAnswers((await answers()).filter(({ parentId }) => parentId === before[0]?.id)).map(textOf)).toEqual(
      ['old', 'new'],
    );
    const { target } = required(await world.db.sessions.get(id));
    await flows.chooseAnswer(id, required(before[1]).id);
    expect(await world.path(id)).toEqual(before);
    expect((await world.db.sessions.get(id))?.target).toEqual(target);
  });
});

describe('asking several vendors at once', () => {
  it('compiles the history for each of them, and every one of them takes it', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, '!think 2\nFirst.'], [GPT, '!think 2\nSecond.']);
    await world.flows.compare(id, plain('!think 1\nWhich?'), [CLAUDE, GPT, GEMINI]);
    const question = required((await world.path(id)).at(-1));
    const answers = (await world.db.messages.toArray()).filter(({ parentId }) => parentId === question.id);
    expect(answers.map(({ error, stop }) => error ?? stop)).toEqual(['end', 'end', 'end']);
    expect(answers.map(({ origin }) => origin?.model)).toEqual([CLAUDE.model, GPT.model, GEMINI.model]);
    const sends = await world.db.sends.bulkGet(answers.map((answer) => answer.id));
    expect(sends.map((send) => send?.connection)).toEqual([CLAUDE.connection, GPT.connection, GEMINI.connection]);
    for (const answer of answers) expect((await world.requests.inspect(id, answer.id))?.rebuilt.kind).toBe('exact');
    const gemini = required(answers[2]);
    await world.flows.chooseAnswer(id, gemini.id);
    await world.flows.send(id, plain('And now?'));
    const path = await world.path(id);
    expect(path.at(-3)?.id).toBe(gemini.id);
    expect(path.at(-1)).toMatchObject({ stop: 'end', origin: { vendor: 'gemini' } });
  });

  it('one that fails leaves the others as they are', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.flows.createSession(CLAUDE);
    world.instead = (body) =>
      JSON.stringify(body).includes(GPT.model)
        ? Response.json({ error: { message: 'bad key', type: 'invalid_request_error', code: null } }, { status: 401 })
        : null;
    await world.flows.compare(id, plain('Which?'), [CLAUDE, GPT]);
    const [claude, gpt] = (await world.db.messages.toArray()).filter(({ role }) => role === 'assistant');
    expect(claude).toMatchObject({ stop: 'end' });
    expect(gpt).toMatchObject({ stop: 'error', error: { kind: 'auth' }, origin: { vendor: 'openai' } });
  });
});

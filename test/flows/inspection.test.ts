import { canonicalDigest } from '#core/canonical-digest.ts';
import { describe, expect, it } from 'vitest';
import { addMessages } from '#test/fakes/add-messages.ts';
import { NEXT_MESSAGE, type PreviewResult } from '#flows/request/request-inspection.ts';
import { switchCost } from '#flows/request/switch-cost.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { CLAUDE, GEMINI, GPT, PracticeWorld } from './practice-world.ts';

function found(result: PreviewResult) {
  if (!result.ok) throw new Error(result.error.message);
  return result;
}

describe('inspecting what was sent', () => {
  it('shows for every answer of a conversation between three vendors exactly the body that left', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk(
      [CLAUDE, '!think 2\nFirst.'],
      [GPT, '!think 2\nSecond.'],
      [GEMINI, '!think 1\nThird.'],
      [CLAUDE, 'Fourth.'],
    );
    const answers = (await world.path(id)).filter(({ role }) => role === 'assistant');
    expect(answers).toHaveLength(4);
    for (const [index, answer] of answers.entries()) {
      const inspection = await world.requests.inspect(id, answer.id);
      expect(inspection?.rebuilt.kind, `answer ${index + 1}`).toBe('exact');
      const body = inspection?.rebuilt.kind === 'exact' ? inspection.rebuilt.request.body : null;
      expect(body).toEqual(world.bodies[index]);
    }
    expect(world.errors).toEqual([]);
  });

  it('finds the newest answer by itself, and says when there is none', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, 'One.'], [GPT, 'Two.']);
    const last = (await world.path(id)).at(-1);
    expect((await world.requests.inspect(id, null))?.answer.id).toBe(last?.id);
    const empty = await world.flows.createSession(CLAUDE);
    expect(await world.requests.inspect(empty.id, null)).toBeNull();
    expect(await world.requests.inspect(empty.id, last?.id ?? '')).toBeNull();
  });

  it('stays exact when the conversation, its instructions and its model have moved on', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, '!think 1\nOne.']);
    const [, answer] = await world.path(id);
    await world.flows.setSystem(id, 'Answer in verse.');
    await world.say(id, GPT, 'Two.');
    expect((await world.requests.inspect(id, answer?.id ?? ''))?.rebuilt.kind).toBe('exact');
  });

  it('stays exact where the number of messages was limited then, and for answers from when it always was', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, '!think 1\nOne.']);
    await world.flows.setMaxMessages(id, 20);
    for (let turn = 0; turn < 12; turn += 1) await world.say(id, CLAUDE, `Turn ${turn}.`);
    const answer = (await world.path(id)).at(-1)?.id ?? '';
    await world.flows.setMaxMessages(id, null);
    expect(await world.db.sends.get(answer)).toMatchObject({ maxMessages: 20, left: 10 });
    expect((await world.requests.inspect(id, answer))?.rebuilt.kind).toBe('exact');
    // Rows of earlier builds don't say.
    await world.db.sends
      .where('id')
      .equals(answer)
      .modify((row) => void delete row.maxMessages);
    expect(await world.db.sends.get(answer)).not.toHaveProperty('maxMessages');
    expect((await world.requests.inspect(id, answer))?.rebuilt.kind).toBe('exact');
  });

  it('stays exact for requests of earlier builds, which stored another digest', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, '!think 1\nOne.']);
    const answer = (await world.path(id)).at(-1)?.id ?? '';
    await world.db.sends.update(answer, { digest: canonicalDigest(world.bodies[0]) });
    expect((await world.requests.inspect(id, answer))?.rebuilt.kind).toBe('exact');
    await world.db.sends.update(answer, { digest: canonicalDigest(world.bodies) });
    expect((await world.requests.inspect(id, answer))?.rebuilt.kind).toBe('differs');
  });

  it('says that it is a reconstruction once what was sent cannot be built again', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, 'One.']);
    const [question, answer] = await world.path(id);
    // As an older Baton would have sent it, which handled the same conversation differently.
    await world.db.sends.update(answer?.id ?? '', { digest: 'of another body' });
    const differs = await world.requests.inspect(id, answer?.id ?? '');
    expect(differs?.rebuilt.kind).toBe('differs');
    expect(JSON.stringify(differs?.rebuilt)).toContain(question?.parts[0]?.type === 'text' ? 'One.' : '?');

    await world.db.sends.delete(answer?.id ?? '');
    const unrecorded = await world.requests.inspect(id, answer?.id ?? '');
    expect(unrecorded?.send).toBeNull();
    expect(unrecorded?.rebuilt.kind).toBe('unrecorded');

    world.connections = world.connections.filter((one) => one.id !== CLAUDE.connection);
    expect((await world.requests.inspect(id, answer?.id ?? ''))?.rebuilt).toEqual({ kind: 'gone', why: 'connection' });
  });

  it('stays exact for a vendor whose own connection speaks another protocol since', async () => {
    const world = await PracticeWorld.open();
    const [practice] = world.connections;
    if (!practice) throw new Error('no connection');
    const ollama = { ...practice, id: 'ollama', vendor: 'ollama' as const, practice: false, custom: false };
    const before = { ...ollama, protocol: 'openai-chat' as const, baseUrl: 'http://127.0.0.1:11434/v1' };
    world.connections = [before];
    world.instead = () => {
      const choice = { index: 0, delta: { content: 'Hello.' }, finish_reason: 'stop' };
      return new Response(`data: ${JSON.stringify({ id: 'c', choices: [choice] })}\n\ndata: [DONE]\n\n`, {
        headers: { 'content-type': 'text/event-stream' },
      });
    };
    const { id } = await world.talk([{ connection: 'ollama', model: 'qwen3:8b', thinking: 'off' }, 'One.']);
    world.connections = [{ ...before, protocol: 'ollama', baseUrl: 'http://127.0.0.1:11434' }];
    const inspection = await world.requests.inspect(id, null);
    expect(inspection?.rebuilt).toMatchObject({
      kind: 'exact',
      request: { url: 'http://127.0.0.1:11434/v1/chat/completions', body: world.bodies[0] },
    });
  });

  it('keeps the report of a refusal that was repaired, and shows the stricter request', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, '!think 1\nOne.']);
    const [, answer] = await world.path(id);
    const tampered = {
      ...answer,
      parts: [
        { type: 'thinking', text: 'Forged.', signature: 'Zm9yZ2Vk' },
        { type: 'text', text: 'x' },
      ],
    };
    await world.db.messages.update(answer?.id ?? '', { parts: tampered.parts as never });
    await world.say(id, CLAUDE, 'Two.');
    const last = (await world.path(id)).at(-1);
    expect(last?.error).toBeUndefined();
    const inspection = await world.requests.inspect(id, last?.id ?? '');
    expect(inspection?.send?.repairs).toHaveLength(1);
    expect(inspection?.rebuilt.kind).toBe('exact');
    expect(inspection?.rebuilt.kind === 'exact' && inspection.rebuilt.request.body).toEqual(world.bodies.at(-1));
  });
});

describe('previewing what will be sent', () => {
  it('is the request that the next message then makes, byte for byte', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, '!think 2\nFirst.'], [GPT, '!think 1\nSecond.']);
    const outgoing = { text: 'Third, with “quotes” and 한국어.', attachments: [] };
    const preview = found(await world.requests.preview(id, { target: GEMINI, outgoing }));
    const asked = world.bodies.length;
    await world.flows.setTarget(id, GEMINI);
    await world.flows.send(id, outgoing);
    expect(JSON.stringify(preview.request.body)).toBe(JSON.stringify(world.bodies[asked]));
    expect(preview.request.url).toContain('gemini.practice.invalid');
  });

  it('sends nothing and stores nothing', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, '!think 1\nFirst.']);
    const before = [world.bodies.length, await world.db.messages.count(), await world.db.sends.count()];
    await world.requests.preview(id, { target: GPT });
    expect([world.bodies.length, await world.db.messages.count(), await world.db.sends.count()]).toEqual(before);
    expect((await world.session(id)).target).toEqual(CLAUDE);
  });

  it('names what stays behind by message, and marks the place of a message that is not written', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, '!think 2\nFirst.']);
    const [question, answer] = await world.path(id);
    const { report, request } = found(await world.requests.preview(id, { target: GPT }));
    const left = report.notes.filter(({ rule }) => rule === 'drop-foreign-thinking');
    expect(left.length).toBeGreaterThan(0);
    expect(new Set(left.map(({ message }) => message))).toEqual(new Set([answer?.id]));
    expect(report.inside).toEqual([question?.id, answer?.id, 'next']);
    expect(JSON.stringify(request.body)).toContain(NEXT_MESSAGE);
    const back = found(await world.requests.preview(id, { target: CLAUDE }));
    expect(back.report.notes.filter(({ rule }) => rule === 'drop-foreign-thinking')).toEqual([]);
  });

  it('leaves out of the report what was changed in messages before the window', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, '!think 2\nFirst.']);
    const [, answer] = await world.path(id);
    const writers = { db: world.db, writers: world.writers, report: () => undefined, now: () => 1 };
    await addMessages(
      writers,
      id,
      Array.from({ length: 60 }, (_, at) => ({
        role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
        parts: [{ type: 'text' as const, text: `more ${at}` }],
      })),
    );
    await world.flows.setMaxMessages(id, 20);
    const { report } = found(await world.requests.preview(id, { target: GPT }));
    expect(report.left).toBeGreaterThan(30);
    expect(report.notes.filter(({ message }) => message === answer?.id)).toEqual([]);
    expect(report.inside.length + report.left).toBe(63);
  });

  it('takes files along, whole', async () => {
    const world = await PracticeWorld.open();
    const session = await world.flows.createSession(CLAUDE);
    const png = Uint8Array.from(atob(PIXEL), (char) => char.charCodeAt(0));
    const { blob, bytes } = await saveBlob(world.db, new Blob([png]), 'image/png');
    const outgoing = {
      text: 'Look.',
      attachments: [{ kind: 'image' as const, mime: 'image/png', name: 'a.png', blob, bytes }],
    };
    const { request } = found(await world.requests.preview(session.id, { outgoing }));
    expect(JSON.stringify(request.body)).toContain(PIXEL);
  });

  it('tells in words what is missing', async () => {
    const world = await PracticeWorld.open();
    const session = await world.flows.createSession(null);
    expect(await world.requests.preview(session.id)).toMatchObject({ ok: false, error: { code: 'no_model' } });
  });
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('the cost of a switch', () => {
  const model = (price?: object) => ({ ...findModel('openai', 'x', 'openai-chat'), ...(price && { price }) }) as never;

  it('is the input at the new price, against the cached input at the old one', () => {
    const old = model({ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 });
    expect(switchCost(100_000, old, model({ input: 2, output: 8 }))).toEqual({
      change: 0.2,
      stay: expect.closeTo(0.03),
    });
    expect(switchCost(100_000, old, old).change).toBeCloseTo(0.375);
  });

  it('is unknown where a price is', () => {
    expect(switchCost(1000, model(), model())).toEqual({ change: null, stay: null });
    expect(switchCost(1000, model({ input: 3, output: 15 }), model({ input: 2, output: 8 })).stay).toBeNull();
    expect(switchCost(1000, null, model({ input: 2, output: 8 })).stay).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { MODE_TEXTS, type MessageOptions } from '#core/message-options.ts';
import type { ThinkingLevel } from '#core/model.ts';
import { NothingToSendError } from '#flows/base/flow-errors.ts';
import { getDraft, saveDraft } from '#storage/draft-repository.ts';
import { AgentWorld, SEATS, TARGETS, type Seat } from './agent/agent-world.ts';

const PLAN = 'builtin_planning_server__';
const plain = (text: string, asks?: MessageOptions) => ({ text, attachments: [], ...(asks && { asks }) });

/** The bodies that were sent to vendors, without anything that names the conversation. */
const bodies = ({ sent }: AgentWorld, id: string) => sent.map(({ body }) => JSON.stringify(body).replaceAll(id, 'ID'));

async function chat(seat: Seat, thinking: ThinkingLevel) {
  const world = await AgentWorld.open();
  const { id } = await world.chat.createSession({ ...TARGETS[seat], thinking });
  return { world, id };
}

/** What a conversation with this level sends for one message. */
async function bodyAt(seat: Seat, thinking: ThinkingLevel, text: string): Promise<string | undefined> {
  const { world, id } = await chat(seat, thinking);
  await world.send(id, text);
  return bodies(world, id)[0];
}

describe('a level of thinking for one message', () => {
  it.each(SEATS)('is what %s is asked for, with that message alone', async (seat) => {
    const { world, id } = await chat(seat, 'low');
    await world.chat.send(id, plain('Hello', { thinking: 'high' }));
    expect(bodies(world, id)).toEqual([await bodyAt(seat, 'high', 'Hello')]);
    const sends = async () => (await world.db.sends.toArray()).map(({ thinking }) => thinking);
    expect(await sends()).toEqual(['high']);
    expect(await world.db.sends.toArray()).toMatchObject([{ usual: 'low' }]);

    const [question, answer] = await world.path(id);
    expect(question).toMatchObject({ thinking: 'high', parts: [{ type: 'text', text: 'Hello' }] });
    // Another answer to the same message uses the same thinking level.
    await world.chat.retry(id, answer?.id ?? '');
    expect(await sends()).toEqual(['high', 'high']);
    await world.send(id, 'And now?');
    expect((await sends()).at(-1)).toBe('low');
    expect((await world.db.sends.toArray()).at(-1)?.usual).toBeUndefined();
    const inspected = await world.requests.inspect(id, (await world.path(id))[1]?.id ?? '');
    expect(inspected?.rebuilt.kind).toBe('exact');
    expect(world.refusals()).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it('changes nothing where nobody asks', async () => {
    for (const seat of SEATS) {
      const { world, id } = await chat(seat, 'low');
      await world.chat.send(id, plain('ultrathink about it', {}));
      expect(bodies(world, id)).toEqual([await bodyAt(seat, 'low', 'ultrathink about it')]);
    }
  });

  it('holds for every step of its run, and what is said in between only changes it by asking', async () => {
    const world = await AgentWorld.open();
    const { id } = await world.chat.createSession({ ...TARGETS.gpt, thinking: 'low' });
    await world.agent.setTools(id, true);
    const steer = [plain('also the tests'), plain('less of it', { thinking: 'medium' })];
    world.onRequest = async () => {
      const next = steer.shift();
      if (next) await world.agent.steer(id, next);
    };
    const calls = ['a', 'b', 'c'].map((todo) => `!tool ${PLAN}add_todo {"content": "${todo}"}`).join('\n');
    await world.chat.send(id, plain(`!tool ${PLAN}create_goal {"goal": "g"}\n${calls}\ndo it`, { thinking: 'high' }));
    const path = await world.path(id);
    const sends = new Map((await world.db.sends.toArray()).map((send) => [send.id, send.thinking]));
    const levels = path.flatMap(({ id: one, role }) => (role === 'assistant' ? [sends.get(one)] : []));
    expect(levels.slice(0, 2)).toEqual(['high', 'high']);
    expect(new Set(levels.slice(2))).toEqual(new Set(['medium']));
    expect(path.filter(({ thinking }) => thinking === 'medium')).toHaveLength(1);
    await world.send(id, 'thanks');
    const last = (await world.path(id)).at(-1);
    expect((await world.db.sends.get(last?.id ?? ''))?.thinking).toBe('low');
    expect(world.refusals()).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it('is kept by an edit that keeps it, and previewed before it is sent', async () => {
    const { world, id } = await chat('gpt', 'low');
    const outgoing = plain('Hello', { thinking: 'high', modes: ['search'] });
    const preview = await world.requests.preview(id, { outgoing });
    await world.chat.send(id, outgoing);
    expect(preview.ok && JSON.stringify(preview.request.body)).toBe(JSON.stringify(world.sent[0]?.body));
    const [question] = await world.path(id);
    await world.chat.editAndSend(id, question?.id ?? '', plain('Hello you', { thinking: 'medium' }));
    expect((await world.path(id))[0]).toMatchObject({ thinking: 'medium' });
    expect((await world.db.sends.toArray()).at(-1)?.thinking).toBe('medium');
  });
});

describe('a mode', () => {
  it('goes along as a text of its own after what was typed', async () => {
    const { world, id } = await chat('claude', 'medium');
    await world.chat.send(id, plain('Where is it?', { modes: ['search', 'ultrawork'] }));
    const [question] = await world.path(id);
    expect(question?.parts).toEqual([
      { type: 'text', text: 'Where is it?' },
      { type: 'text', text: MODE_TEXTS.search, mode: 'search' },
      { type: 'text', text: MODE_TEXTS.ultrawork, mode: 'ultrawork' },
    ]);
    expect((await world.session(id)).title).toBe('Where is it?');
    const sent = JSON.stringify(world.sent[0]?.body);
    for (const text of ['Where is it?', MODE_TEXTS.search, MODE_TEXTS.ultrawork]) expect(sent).toContain(text);
    expect(sent).not.toContain('"mode"');
    expect(world.refusals()).toEqual([]);
  });

  it('alone is nothing to send', async () => {
    const { world, id } = await chat('claude', 'medium');
    await expect(world.chat.send(id, plain(' ', { modes: ['search'] }))).rejects.toBeInstanceOf(NothingToSendError);
    expect(await world.path(id)).toEqual([]);
  });
});

it('a draft keeps what it asks for', async () => {
  const { world, id } = await chat('claude', 'medium');
  const draft = {
    sessionId: id,
    text: '',
    attachments: [],
    asks: { modes: ['search' as const], unwanted: ['thinking' as const] },
    at: 1,
  };
  await saveDraft(world.db, draft);
  expect(await getDraft(world.db, id, (row) => world.errors.push(row))).toEqual(draft);
  await saveDraft(world.db, { ...draft, asks: {} });
  expect(await getDraft(world.db, id, (row) => world.errors.push(row))).toBeNull();
});

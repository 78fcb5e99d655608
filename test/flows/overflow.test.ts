import { describe, expect, it } from 'vitest';
import { MODEL_WINDOW, SHORTENED, SUMMARY } from '#core/normalize/base/overlays.ts';
import { addMessages } from '#test/fakes/add-messages.ts';
import type { HistoryInput } from '#test/fakes/add-messages.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { practiceVendors } from '../vendors/practice-lab.ts';
import { AgentWorld, openProfile, SEATS, TARGETS } from './agent/agent-world.ts';
import type { Seat } from './agent/agent-world.ts';

const RULE = 'Write for children. Never use the word "very".';
const PROMPT = 'about to outgrow the room';
const said = (role: 'user' | 'assistant', text: string): HistoryInput => ({ role, parts: [{ type: 'text', text }] });
const TALK = Array.from({ length: 12 }, (_, turn) => [
  said('user', turn === 0 ? RULE : `Part ${turn}. ${'Every word of it stays where it is. '.repeat(40)}`),
  said('assistant', `Answer ${turn}. ${'All of it was read and thought about. '.repeat(40)}`),
]).flat();
const RESULTS: HistoryInput[] = Array.from({ length: 4 }, (_, n): HistoryInput[] => [
  said('user', n === 0 ? RULE : `Look at file ${n}.`),
  { role: 'assistant', parts: [{ type: 'tool_call', id: `r${n}`, name: 'desk__read', args: { path: `f${n}` } }] },
  {
    role: 'tool',
    parts: [{ type: 'tool_result', callId: `r${n}`, text: `line of file ${n}\n`.repeat(n === 3 ? 100 : 1_200) }],
  },
  said('assistant', `Seen ${n}.`),
]).flat();

const plain = (target: SessionTarget): SessionTarget => ({ ...target, thinking: 'off' });

/** A conversation whose model has a smaller window than the catalog says. */
async function begin(
  seat: Seat,
  {
    talk = TALK,
    refuses = () => null,
  }: { talk?: readonly HistoryInput[]; refuses?: (body: string) => Response | null } = {},
) {
  const vendors = practiceVendors();
  const world: AgentWorld = new AgentWorld(await openProfile(), undefined, {
    fetch: async (request) => refuses(await request.clone().text()) ?? vendors.fetch(request),
  });
  const { id } = await world.chat.createSession(plain(TARGETS[seat]));
  const deps = { db: world.db, writers: world.writers, report: () => undefined, now: () => 1 };
  await addMessages(deps, id, talk);
  const bodies = () => world.sent.map(({ body }) => JSON.stringify(body));
  return {
    world,
    id,
    bodies,
    stored: async () => JSON.stringify(await world.db.messages.orderBy('id').toArray()),
    /** A summary of several portions counts once. */
    kinds: () =>
      bodies()
        .map((body, at) => (body.includes(PROMPT) ? 'summary' : `${world.sent[at]?.status}`))
        .filter((kind, at, kinds) => kind !== 'summary' || kinds[at - 1] !== 'summary'),
    rows: (kind: string) => world.db.overlays.filter((row) => row.kind === kind).toArray(),
  };
}

/** In each vendor's own words, with a limit of less than half of what was sent. */
const OVERFLOW: Readonly<Record<Seat, (most: number) => Response>> = {
  claude: (most) => anthropic(`prompt is too long: ${most * 2} tokens > ${most} maximum`),
  gpt: () => openai('Your input exceeds the context window of this model. Please adjust your input and try again.'),
  chat: (most) =>
    openai(
      `This model's maximum context length is ${most} tokens. However, your messages resulted in ${most * 2} tokens.`,
    ),
  gemini: (most) =>
    Response.json(
      {
        error: {
          code: 400,
          message: `The input token count (${most * 2}) exceeds the maximum number of tokens allowed (${most}).`,
          status: 'INVALID_ARGUMENT',
        },
      },
      { status: 400 },
    ),
};
const anthropic = (message: string) =>
  Response.json({ type: 'error', error: { type: 'invalid_request_error', message } }, { status: 400 });
const openai = (message: string) =>
  Response.json({ error: { message, type: 'invalid_request_error', param: null, code: null } }, { status: 400 });

function sizeOf(body: string): number {
  const { messages, input, contents } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(messages ?? input ?? contents).length;
}

/** Refuses conversations of more than this many characters. */
const longerThan = (most: number, seat: Seat) => (body: string) =>
  sizeOf(body) > most && !body.includes(PROMPT) ? OVERFLOW[seat](Math.floor(most / 4)) : null;

describe.each(SEATS)('a conversation that is too long for %s', (seat) => {
  it('is summarized once and asked once more; nothing stored before changes', async () => {
    const { world, id, bodies, kinds, rows } = await begin(seat, { refuses: longerThan(20_000, seat) });
    const before = await world.path(id);
    await world.send(id, '!echo Fine.\nAnd now?');
    expect(kinds()).toEqual(['400', 'summary', '200']);
    expect(world.notices).toEqual([]);
    const path = await world.path(id);
    expect(JSON.stringify(path.slice(0, before.length))).toBe(JSON.stringify(before));
    const [question, summary, answer] = path.slice(before.length);
    expect([question?.role, summary?.author, answer?.stop]).toEqual(['user', 'automation', 'end']);
    expect([summary?.parentId, answer?.parentId]).toEqual([question?.id, summary?.id]);
    // The question itself and the first statement are sent verbatim; the rest isn't.
    const last = bodies().at(-1) ?? '';
    expect(last).toContain('And now?');
    expect(last).toContain(JSON.stringify(RULE).slice(1, -1));
    expect(last).not.toContain('Answer 1.');
    expect(last.length).toBeLessThan((bodies()[0] ?? '').length / 2);
    // Its writer has read every word that it replaces.
    const read = bodies()
      .filter((body) => body.includes(PROMPT))
      .join();
    for (let turn = 1; turn < 8; turn++) expect(read).toContain(`Answer ${turn}.`);
    expect(await rows(SUMMARY)).toHaveLength(1);
    expect((await rows(MODEL_WINDOW)).length).toBe(seat === 'gpt' ? 0 : 1);

    await world.send(id, '!echo Fine too.\nAnd then?');
    expect(kinds().slice(3)).toEqual(['200']);
    expect(world.errors).toEqual([]);
  });
});

describe('a summary that the user asks for after a refusal', () => {
  it('stands between the question and a new answer; the refused one stays beside it', async () => {
    let refuses = (body: string): Response | null => (body === '' ? null : OVERFLOW.claude(4_000));
    const { world, id, kinds, bodies } = await begin('claude', { refuses: (body) => refuses(body) });
    await world.send(id, '!echo Fine.\nAnd now?');
    const refused = (await world.path(id)).at(-1);
    expect(refused?.error).toMatchObject({ kind: 'context_overflow' });
    const before = kinds().length;
    refuses = longerThan(20_000, 'claude');
    await world.chat.summarizeAndRetry(id, refused?.id ?? '');
    expect(kinds().slice(before)).toEqual(['summary', '200']);
    const [question, summary, answer] = (await world.path(id)).slice(-3);
    expect([question?.id, summary?.author, answer?.stop]).toEqual([refused?.parentId, 'automation', 'end']);
    expect(bodies().at(-1)).toContain('And now?');
    expect(bodies().at(-1)).not.toContain('Answer 1.');
    expect(await world.db.messages.get(refused?.id ?? '')).toEqual(expect.objectContaining({ parentId: question?.id }));
    expect(world.errors).toEqual([]);
  });

  it('is not made where nothing came before, and then nothing is asked and nothing changes', async () => {
    const { world, id, kinds, stored } = await begin('claude', { talk: [], refuses: () => OVERFLOW.claude(4_000) });
    await world.send(id, 'Too much.');
    const [before, asked] = [await stored(), kinds().length];
    const refused = (await world.path(id)).at(-1);
    await expect(world.chat.summarizeAndRetry(id, refused?.id ?? '')).rejects.toMatchObject({ why: 'nothing' });
    expect(await stored()).toBe(before);
    expect(kinds()).toHaveLength(asked);
  });
});

it('old results are shortened first, and nothing is summarized where that is enough', async () => {
  const { world, id, kinds, rows } = await begin('claude', { talk: RESULTS, refuses: longerThan(40_000, 'claude') });
  await world.send(id, '!echo Fine.\nAnd now?');
  expect(kinds()).toEqual(['400', '200']);
  expect((await rows(SHORTENED)).length).toBeGreaterThan(0);
  expect(await rows(SUMMARY)).toEqual([]);
});

describe('a summary that cannot be used', () => {
  it('is told of, and the oldest messages stay behind instead; no second one is asked for within a minute', async () => {
    const { world, id, bodies, kinds, rows } = await begin('claude', {
      refuses: (body) => (body.includes(PROMPT) ? openai('no notes today') : longerThan(20_000, 'claude')(body)),
    });
    await world.send(id, '!echo Fine.\nAnd now?');
    expect(kinds()).toEqual(['400', 'summary', '200']);
    expect(world.notices).toEqual([expect.objectContaining({ kind: 'failed', why: 'refused' })]);
    expect(await rows(SUMMARY)).toEqual([]);
    expect(bodies().at(-1)).not.toContain('Part 1.');
    expect(bodies().at(-1)).toContain('Part 11.');
    for (let turn = 0; turn < 3; turn++) await world.send(id, `!echo Fine.\nAnd then ${turn}?`);
    expect(kinds().filter((kind) => kind === 'summary')).toHaveLength(1);
    expect((await world.path(id)).every(({ error }) => error === undefined)).toBe(true);
  });

  it('ends in the vendor’s own words where the stricter request is refused too, without a loop', async () => {
    const { world, id, kinds } = await begin('claude', {
      refuses: (body) => (body.includes(PROMPT) ? null : OVERFLOW.claude(5_000)),
    });
    await world.send(id, '!echo Fine.\nAnd now?');
    expect(kinds()).toEqual(['400', 'summary', '400']);
    const answer = (await world.path(id)).at(-1);
    expect(answer?.error).toMatchObject({ kind: 'context_overflow', message: expect.stringContaining('too long') });
  });
});

/** A complete streamed answer of the chat server. */
function streamed(content: string, finish: string): Response {
  const chunk = (delta: object, reason: string | null) =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'practice-chat',
      choices: [{ index: 0, delta, finish_reason: reason }],
    })}\n\n`;
  const body = `${chunk({ role: 'assistant', content }, null)}${chunk({}, finish)}data: [DONE]\n\n`;
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

describe.each([
  ['cut', '## Goal\n- Half of', 'length'],
  ['empty', '## Goal\n\n## Constraints\n', 'stop'],
  ['longer', `## Facts\n${`- ${'A fact that nobody has asked for. '.repeat(34)}\n`.repeat(60)}`, 'stop'],
] as const)('a summary that is %s', (why, text, finish) => {
  it('is not used: the reason is told, and the conversation goes on without it', async () => {
    const { world, id, kinds, rows } = await begin('chat', {
      refuses: (body) => (body.includes(PROMPT) ? streamed(text, finish) : longerThan(20_000, 'chat')(body)),
    });
    await world.send(id, '!echo Fine.\nAnd now?');
    expect(world.notices).toEqual([{ kind: 'failed', sessionId: id, why }]);
    expect(kinds()).toEqual(['400', 'summary', '200']);
    expect(await rows(SUMMARY)).toEqual([]);
    expect((await world.path(id)).at(-1)).toMatchObject({ role: 'assistant', stop: 'end' });
  });
});

it('a run of tools goes on with its step behind the summary', async () => {
  const { world, id, kinds } = await begin('claude', { refuses: longerThan(20_000, 'claude') });
  await world.agent.setTools(id, true);
  await world.send(id, '!tool builtin_planning_server__create_goal {"name":"Ship it"}\nAnd now?');
  expect(kinds()).toEqual(['400', 'summary', '200', '200']);
  const path = await world.path(id);
  expect(path.slice(-5).map(({ role, author }) => author ?? role)).toEqual([
    'user',
    'automation',
    'assistant',
    'tool',
    'assistant',
  ]);
  expect(path.at(-1)).toMatchObject({ stop: 'end' });
  expect(await world.agent.readRun(id)).toMatchObject({ status: 'finished' });
  expect(world.errors).toEqual([]);
});

it('no summary is asked for while the user has one written', async () => {
  const { world, id, kinds } = await begin('claude');
  const first: string[] = [];
  world.onRequest = async (count) => {
    if (count > 1) return;
    world.onRequest = () => undefined;
    first.push((await world.chat.summarize(id, new AbortController().signal, () => undefined)).ok ? 'ok' : 'refused');
  };
  const stop = new AbortController();
  const writing = world.chat.summarize(id, stop.signal, () => undefined);
  await writing;
  expect(first).toEqual(['refused']);
  expect(kinds()).toHaveLength(1);
});

import { afterEach, describe, expect, it } from 'vitest';
import { PRUNED, SHORTENED, SUMMARY } from '#core/normalize/base/overlays.ts';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import { addMessages } from '#test/fakes/add-messages.ts';
import type { HistoryInput } from '#test/fakes/add-messages.ts';
import { practiceVendors } from '../vendors/practice-lab.ts';
import { AgentWorld, openProfile, TARGETS } from './agent/agent-world.ts';

const RULE = 'Write for children. Never use the word "very".';
const PROMPT = 'about to outgrow the room';
const long = (about: string) => `!echo ok\n${about} ${'Every word of it stays where it is. '.repeat(130)}`;
const { experimental } = DEFAULT_CONFIGURATION;

let world: AgentWorld;
/** The vendor refuses to summarize. */
let refuses = false;
/** The vendor doesn't answer at all. */
let hangs = false;

async function begin(): Promise<string> {
  const vendors = practiceVendors();
  world = new AgentWorld(await openProfile(), undefined, {
    async fetch(request) {
      const body = await request.clone().text();
      if (hangs && body.includes(PROMPT))
        return new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
        });
      const refused = refuses && body.includes(PROMPT);
      return refused
        ? Response.json({ error: { message: 'no notes today' } }, { status: 401 })
        : vendors.fetch(request);
    },
  });
  world.facts = { contextWindow: 8_000, maxOutput: 1_000 };
  const { id } = await world.chat.createSession({ ...TARGETS.gpt, thinking: 'off' });
  return id;
}
afterEach(() => {
  refuses = false;
  hangs = false;
});

const bodies = () => world.sent.map(({ body }) => JSON.stringify(body));
const summaryRequests = () => bodies().filter((body) => body.includes(PROMPT));
const rows = (kind: string) => world.db.overlays.filter((row) => row.kind === kind).toArray();

/** Sends until one message caused a compaction, up to a limit. */
async function fill(id: string): Promise<void> {
  for (let turn = 0; turn < 12 && (await rows(SUMMARY)).length === 0; turn++)
    await world.send(id, long(`Part ${turn}.`));
}

describe('making room by a summary', () => {
  it('asks for one summary before the message that would fill the window, and sends it in place of the rest', async () => {
    const id = await begin();
    await world.send(id, `!echo ok\n${RULE}`);
    await fill(id);
    expect(summaryRequests()).toHaveLength(1);
    expect(world.notices.map(({ kind }) => kind)).toEqual(['summarized']);
    const path = await world.path(id);
    const at = path.findIndex(({ author }) => author === 'automation');
    const [question, answer] = path.slice(at + 1);
    expect([question?.role, answer?.role, answer?.stop]).toEqual(['user', 'assistant', 'end']);
    // The user's first message is there verbatim; what came after it isn't.
    const last = bodies().at(-1) ?? '';
    expect(last).toContain(JSON.stringify(RULE).slice(1, -1));
    expect(last.match(/Part 1\./g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(last.length).toBeLessThan((bodies().at(-3) ?? '').length);
    // Nothing of the conversation has been removed.
    expect(path.filter(({ role, author }) => role === 'user' && !author).length).toBe(at / 2 + 1);
    expect(world.refusals()).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it('is taken back by the user, and then sends what it stood for', async () => {
    const id = await begin();
    await world.send(id, `!echo ok\n${RULE}`);
    await fill(id);
    const [{ target } = { target: { message: '' } }] = await rows(SUMMARY);
    const short = await world.requests.measure(id);
    await world.chat.undoSummary(id, target.message);
    const full = await world.requests.measure(id);
    expect(full?.parts.summary).toBe(0);
    expect(short?.parts.summary).toBeGreaterThan(0);
  });

  it('goes on without one that could not be written, and rests before it tries again', async () => {
    const id = await begin();
    refuses = true;
    for (let turn = 0; turn < 8; turn++) await world.send(id, long(`Part ${turn}.`));
    expect(summaryRequests()).toHaveLength(1);
    expect(world.notices).toEqual([
      { kind: 'failed', sessionId: id, why: 'refused', message: expect.stringContaining('no notes today') },
    ]);
    const path = await world.path(id);
    expect(path).toHaveLength(16);
    expect(path.every(({ error }) => error === undefined)).toBe(true);
    expect(await rows(SUMMARY)).toEqual([]);
  });

  it('rests for a minute after one that failed, and tries again then', { timeout: 30_000 }, async () => {
    const id = await begin();
    refuses = true;
    const send = (turn: number) => world.send(id, long(`Part ${turn}.`));
    for (let turn = 0; turn < 12 && summaryRequests().length === 0; turn++) await send(turn);
    expect(summaryRequests()).toHaveLength(1);
    refuses = false;
    world.pass(58_000);
    for (let turn = 20; turn < 28; turn++) await send(turn);
    expect(summaryRequests()).toHaveLength(1);
    world.pass(2_000);
    for (let turn = 30; turn < 38 && summaryRequests().length === 1; turn++) await send(turn);
    // By now it's more than its writer can read at once: it reads all of it, in portions.
    const read = summaryRequests().slice(1).join();
    for (const part of ['Part 0.', 'Part 20.', 'Part 25.']) expect(read).toContain(part);
    expect(await rows(SUMMARY)).toHaveLength(1);
    expect(world.refusals()).toHaveLength(1);
  });

  it('comes before anything is left out, also where one step goes far beyond the window', async () => {
    const id = await begin();
    const deps = { db: world.db, writers: world.writers, report: () => undefined, now: () => 1 };
    const turns = Array.from({ length: 14 }, (_, turn): HistoryInput[] => [
      { role: 'user', parts: [{ type: 'text', text: long(`Part ${turn}.`) }] },
      { role: 'assistant', parts: [{ type: 'text', text: `Answer ${turn}.` }] },
    ]).flat();
    await addMessages(deps, id, turns);
    const before = await world.requests.measure(id);
    expect(before?.untrimmedTokens).toBeGreaterThan((before?.budget ?? 0) * 2);
    await world.send(id, '!echo ok\nAnd now?');
    expect(await rows(SUMMARY)).toHaveLength(1);
    const read = summaryRequests().join();
    for (const part of ['Part 0.', 'Part 5.', 'Part 11.']) expect(read).toContain(part);
    const answer = (await world.path(id)).at(-1)?.id ?? '';
    expect(await world.db.sends.get(answer)).toMatchObject({ left: 0 });
    expect(world.refusals()).toEqual([]);
  });

  it('is given up after a minute without an end, and the message goes on', { timeout: 30_000 }, async () => {
    const id = await begin();
    // Shortens the wait of one minute.
    world.wait = (ms) => (ms === 60_000 ? 100 : ms);
    hangs = true;
    for (let turn = 0; turn < 12 && summaryRequests().length === 0; turn++) await world.send(id, long(`Part ${turn}.`));
    expect(summaryRequests()).toHaveLength(1);
    expect(world.notices).toEqual([{ kind: 'failed', sessionId: id, why: 'late' }]);
    expect((await world.path(id)).at(-1)).toMatchObject({ role: 'assistant', stop: 'end' });
    expect(await rows(SUMMARY)).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it('never comes by itself where nobody knows how much the model reads (X-28)', async () => {
    const id = await begin();
    world.facts = { contextWindow: null, maxOutput: 1_000 };
    for (let turn = 0; turn < 10; turn++) await world.send(id, long(`Part ${turn}.`));
    expect(summaryRequests()).toEqual([]);
    expect(world.notices).toEqual([]);
    expect(await world.db.overlays.toArray()).toEqual([]);
  });

  it('never summarizes a summary: the second one joins what came since', { timeout: 30_000 }, async () => {
    const id = await begin();
    await world.send(id, `!echo ok\n${RULE}`);
    await fill(id);
    for (let turn = 20; turn < 36 && (await rows(SUMMARY)).length < 2; turn++)
      await world.send(id, long(`Part ${turn}.`));
    const [, second] = await rows(SUMMARY);
    const message = (await world.path(id)).find((one) => one.id === second?.target.message);
    expect(JSON.stringify(message?.parts)).toContain(JSON.stringify(RULE).slice(1, -1));
    expect(world.refusals()).toEqual([]);
  });

  it('stopped by the user leaves the message in its place, unasked, and no summary', async () => {
    const id = await begin();
    for (let turn = 0; turn < 3; turn++) await world.send(id, long(`Part ${turn}.`));
    const stops: number[] = [];
    world.onRequest = (count) => {
      if (!bodies()[count - 1]?.includes(PROMPT)) return;
      stops.push(count);
      world.chat.stop(id);
    };
    for (let turn = 3; stops.length === 0 && turn < 12; turn++) await world.send(id, long(`Part ${turn}.`));
    expect(stops).toHaveLength(1);
    expect(await rows(SUMMARY)).toEqual([]);
    const [question, answer] = (await world.path(id)).slice(-2);
    expect(JSON.stringify(question?.parts)).toContain('Part ');
    expect(answer).toMatchObject({ status: 'complete', stop: 'aborted', parts: [] });
    expect(bodies().at(-1)).toContain(PROMPT);
  });

  it('is not made where it is switched off, nor below the threshold', async () => {
    const id = await begin();
    world.configuration = {
      experimental: { ...experimental, preemptive_compaction: false },
    };
    for (let turn = 0; turn < 6; turn++) await world.send(id, long(`Part ${turn}.`));
    expect(summaryRequests()).toEqual([]);
    expect(world.errors).toEqual([]);
  });
});

/** Six turns, each of which reads the same file after writing it; one call fails. */
const TURNS: HistoryInput[] = Array.from({ length: 6 }, (_, n): HistoryInput[] => [
  { role: 'user', parts: [{ type: 'text', text: `Look ${n}.` }] },
  {
    role: 'assistant',
    parts: [
      {
        type: 'tool_call',
        id: `w${n}`,
        name: 'desk__write',
        args: { path: `a${n}.ts`, content: `body ${n} `.repeat(40) },
      },
      { type: 'tool_call', id: `r${n}`, name: 'desk__read', args: { path: 'notes.md' } },
      { type: 'tool_call', id: `f${n}`, name: 'desk__check', args: { path: `c${n}`, strict: true } },
    ],
  },
  {
    role: 'tool',
    parts: [
      { type: 'tool_result', callId: `w${n}`, text: 'written' },
      { type: 'tool_result', callId: `r${n}`, text: `notes, as of ${n}` },
      { type: 'tool_result', callId: `f${n}`, text: `failed ${n}`, isError: true },
    ],
  },
  { role: 'assistant', parts: [{ type: 'text', text: `Seen ${n}.` }] },
]).flat();

describe('dynamic pruning', () => {
  async function withHistory(): Promise<string> {
    const id = await begin();
    world.facts = {};
    const { dynamic_context_pruning: pruning } = experimental;
    world.configuration = {
      experimental: {
        ...experimental,
        dynamic_context_pruning: {
          ...pruning,
          enabled: true,
          strategies: { ...pruning.strategies, supersede_writes: { enabled: true, aggressive: true } },
        },
      },
    };
    await addMessages({ db: world.db, writers: world.writers, now: () => 1 }, id, TURNS.slice(0, 16));
    return id;
  }

  it('leaves out what later calls replaced, tells so, keeps it stored and can be taken back', async () => {
    const id = await withHistory();
    const stored = JSON.stringify(await world.path(id));
    await world.send(id, '!echo ok');
    const pruned = await rows(PRUNED);
    expect(pruned.length).toBeGreaterThanOrEqual(3);
    expect(world.notices).toEqual([{ kind: 'pruned', sessionId: id, parts: pruned.length, level: 'detailed' }]);
    const sent = bodies().at(-1) ?? '';
    expect(sent).not.toContain('body 0');
    expect(sent).not.toContain('notes, as of 0');
    expect(sent).toContain('failed 0');
    // Turn protection: the newest three are sent unchanged.
    for (const n of [2, 3]) expect(sent).toContain(`notes, as of ${n}`);
    expect(JSON.stringify((await world.path(id)).slice(0, 16))).toBe(stored);
    const answer = (await world.path(id)).at(-1);
    const { notes = [] } = (await world.db.sends.get(answer?.id ?? '')) ?? {};
    expect(notes.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['prune-repeated', 'prune-superseded']));

    expect((await world.requests.measure(id))?.cuts).toBe(pruned.length);
    await world.chat.disableReduction(id);
    await world.send(id, '!echo ok');
    expect(bodies().at(-1)).toContain('body 0');
    expect(await rows(PRUNED)).toEqual([]);
    expect((await world.requests.measure(id))?.cuts).toBeNull();
    await world.chat.enableReduction(id);
    await world.send(id, '!echo ok');
    expect(bodies().at(-1)).not.toContain('body 0');
    expect(world.refusals()).toEqual([]);
  });

  it('never takes back what it left out, and cuts no result twice', async () => {
    const id = await withHistory();
    await world.send(id, '!echo one');
    const first = new Set((await rows(PRUNED)).map((row) => row.id));
    await addMessages({ db: world.db, writers: world.writers, now: () => 1 }, id, TURNS.slice(16, 20));
    await world.send(id, '!echo two');
    const all = await rows(PRUNED);
    expect(all.length).toBeGreaterThan(first.size);
    expect([...first].every((one) => all.some((row) => row.id === one))).toBe(true);
    const places = all.map(({ target }) => `${target.message}.${target.part}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('waits where signatures are bound to what is before them, until the window fills up', async () => {
    const id = await withHistory();
    await world.chat.setTarget(id, TARGETS.claude);
    await world.send(id, '!echo ok');
    expect(await rows(PRUNED)).toEqual([]);
    expect(await rows(SHORTENED)).toEqual([]);
    expect(world.notices).toEqual([]);
  });
});

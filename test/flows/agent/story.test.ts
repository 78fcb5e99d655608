import { describe, expect, it } from 'vitest';
import { AgentWorld, callsOf, resultsOf, SEATS, TARGETS, thinkingOf } from './agent-world.ts';
import type { Seat } from './agent-world.ts';

const ASK = 'go to hackernews and research top 10 stories';
const PLAN = 'builtin_planning_server__';

/** A goal, then this many todos, with thinking before each call if the model thinks between calls. */
function story(rounds: number): string {
  const todos = Array.from(
    { length: rounds - 1 },
    (_, n) => `!tool ${PLAN}add_todo {"content": "read story ${n + 1}"}`,
  );
  return [`!think 2`, `!tool ${PLAN}create_goal {"goal": "report on the top 10 stories"}`, ...todos, ASK].join('\n');
}

const pairs = SEATS.flatMap((from) => SEATS.filter((to) => to !== from).map((to): [Seat, Seat] => [from, to]));

describe('the story of the top ten stories', () => {
  it.each(SEATS)('is told by %s in three rounds, with a goal, its todos and an answer', async (seat) => {
    const world = await AgentWorld.open();
    const id = await world.begin(seat);
    await world.send(id, story(3));
    const path = await world.path(id);
    expect(world.refusals()).toEqual([]);
    expect(callsOf(path).map(({ name }) => name)).toEqual([`${PLAN}create_goal`, `${PLAN}add_todo`, `${PLAN}add_todo`]);
    expect(resultsOf(path).map(({ isError }) => isError ?? false)).toEqual([false, false, false]);
    expect(path.map(({ role, stop }) => [role, stop])).toEqual([
      ['user', undefined],
      ...Array.from({ length: 3 }, () => [
        ['assistant', 'tool'],
        ['tool', undefined],
      ]).flat(),
      ['assistant', 'end'],
    ]);
    expect(await world.db.plans.get(id)).toMatchObject({
      goal: 'report on the top 10 stories',
      todos: [{ content: 'read story 1' }, { content: 'read story 2' }],
    });
    expect(await world.agent.readRun(id)).toMatchObject({ status: 'finished', steps: 4, can: { resume: false } });
    expect(world.agentRuns.store.getState().ends.get(id)).toMatchObject({ reason: { kind: 'finished' }, steps: 4 });
    expect(world.errors).toEqual([]);
  });

  it.each(pairs)('goes from %s to %s in the middle, and the next message is valid at each vendor', async (from, to) => {
    const world = await AgentWorld.open();
    const id = await world.begin(from);
    world.onRequest = async (count) => {
      if (count === 2) await world.chat.setTarget(id, TARGETS[to]);
    };
    await world.send(id, story(4));
    const path = await world.path(id);
    const origins = path.flatMap(({ role, origin }) => (role === 'assistant' && origin ? [origin.model] : []));
    expect(new Set(origins)).toEqual(new Set([TARGETS[from].model, TARGETS[to].model]));
    expect(callsOf(path)).toHaveLength(4);
    const before = thinkingOf(path);
    for (const seat of SEATS) {
      await world.chat.setTarget(id, TARGETS[seat]);
      await world.send(id, `!tool ${PLAN}list\nand now?`);
    }
    expect(world.refusals()).toEqual([]);
    expect(thinkingOf((await world.path(id)).slice(0, path.length))).toBe(before);
    expect(world.errors).toEqual([]);
  });

  it('shows for every step, and after the tools have changed, exactly the body that left', async () => {
    const world = await AgentWorld.open();
    const id = await world.begin('claude');
    world.onRequest = async (count) => {
      if (count === 2) await world.chat.setTarget(id, TARGETS.gpt);
    };
    await world.send(id, story(3));
    await world.agent.switchTools(id, ['builtin_planning_server/list'], false);
    await world.send(id, 'and now?');
    const answers = (await world.path(id)).filter(({ role }) => role === 'assistant');
    expect(answers).toHaveLength(5);
    for (const [index, { id: answer }] of answers.entries()) {
      const rebuilt = (await world.requests.inspect(id, answer))?.rebuilt;
      expect(rebuilt, `step ${index + 1}`).toMatchObject({
        kind: 'exact',
        request: { body: world.sent[index]?.body },
      });
    }
    expect(await world.db.toolLists.count()).toBe(2);
  });

  it(
    'keeps thinking between the calls of fifty rounds byte for byte, and sends it back so',
    { timeout: 60_000 },
    async () => {
      const world = await AgentWorld.open();
      const id = await world.begin('claude');
      await world.send(id, story(50));
      const path = await world.path(id);
      expect(world.refusals()).toEqual([]);
      expect(callsOf(path)).toHaveLength(50);
      const signed = path.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === 'thinking' && part.signature !== undefined ? [part.signature] : [])),
      );
      expect(signed.length).toBeGreaterThanOrEqual(50);
      const last = JSON.stringify(world.sent.at(-1)?.body);
      for (const signature of signed.slice(0, -1)) expect(last).toContain(signature);
      for (const seat of SEATS) {
        await world.chat.setTarget(id, TARGETS[seat]);
        await world.send(id, 'thanks');
      }
      expect(world.refusals()).toEqual([]);
    },
  );
});

describe('the preview of the next message', () => {
  it('holds the tools that it will offer', async () => {
    const world = await AgentWorld.open();
    const id = await world.begin('claude');
    await world.send(id, 'hello');
    const preview = await world.requests.preview(id, { target: TARGETS.gpt });
    if (!preview.ok) throw new Error(preview.error.message);
    expect(JSON.stringify(preview.request.body)).toContain(`${PLAN}create_goal`);
  });
});

describe('a conversation without tools', () => {
  it('is asked for as ever: one request, no tools in it, no run beside it', async () => {
    const world = await AgentWorld.open();
    const { id } = await world.chat.createSession(TARGETS.claude);
    await world.send(id, ASK);
    expect(world.sent).toHaveLength(1);
    expect(world.sent[0]?.body).not.toHaveProperty('tools');
    expect(await world.db.runs.count()).toBe(0);
    expect(await world.agent.readRun(id)).toBeNull();
  });
});

import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMcpHost } from '#test/fakes/mcp-host.ts';
import { CANCELLED_RESULT, MISSING_RESULT, TAKEN_OVER_RESULT } from '#core/normalize/base/texts.ts';
import { readTaskNote } from '#flows/agent/task-note.ts';
import { MAX_TASK_DEPTH, MAX_TASKS } from '#flows/agent/task-runs.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import { openDatabase } from '#storage/database.ts';
import type { SessionRow } from '#storage/rows.ts';
import { listTasks } from '#test/fakes/list-tasks.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { createWriterBus } from '#test/fakes/page-storage.ts';
import { createMcpBench, stdio } from '../../host/mcp/support/bench.ts';
import type { McpBench } from '../../host/mcp/support/bench.ts';
import { AgentWorld, openProfile, resultsOf, SEATS, TARGETS } from './agent-world.ts';
import type { Profile } from './agent-world.ts';

const PROBE = fileURLToPath(new URL('../../tools/support/probe-server.ts', import.meta.url));
const LOOK = '!tool probe__look {"name": "moon"}';
const CHANGE = '!tool probe__change {"name": "moon", "to": "sun"}';

let bench: McpBench;
let host: McpHost;
let profile: Profile;
let world: AgentWorld;

beforeAll(async () => {
  bench = await createMcpBench();
  await bench.ready('Probe', stdio(process.execPath, [PROBE]));
  host = openMcpHost(bench);
}, 60_000);
afterAll(() => bench.close());
beforeEach(async () => {
  profile = await openProfile();
  world = new AgentWorld(profile, host);
});
afterEach(() => {
  const refusals = world.refusals();
  if (refusals.length > 0) throw new Error(refusals.join('\n'));
});

const task = (prompt: string, rest: Record<string, unknown> = {}): string =>
  `task ${JSON.stringify({ title: 'Look it up', prompt, ...rest })}`;
const begin = (prompt: string, rest?: Record<string, unknown>): string => `!tool ${task(prompt, rest)}`;

async function tasksOf(id: string): Promise<SessionRow[]> {
  return listTasks(world.db, id, (row) => world.errors.push(row));
}

/** The only task of a conversation, as soon as it's running. */
async function taskOf(id: string): Promise<SessionRow> {
  await until(async () => world.run((await tasksOf(id))[0]?.id ?? '') !== undefined, 'a task');
  return required((await tasksOf(id))[0]);
}

async function question(id: string) {
  await until(() => (world.run(id)?.approvals.length ?? 0) > 0, 'a question');
  return required(world.run(id)?.approvals[0]);
}

async function sayEverywhere(id: string): Promise<void> {
  for (const seat of SEATS) {
    await world.chat.setTarget(id, TARGETS[seat]);
    await world.send(id, 'and now?');
  }
}

describe('a task that is waited for', () => {
  it.each(SEATS)('gives %s its last answer, and is a conversation of its own below', async (seat) => {
    const id = await world.begin(seat);
    await world.send(id, begin('!echo forty-two'));
    expect(resultsOf(await world.path(id))).toMatchObject([{ name: 'task', text: 'forty-two' }]);
    const [child, ...others] = await tasksOf(id);
    expect(others).toEqual([]);
    expect(child).toMatchObject({
      title: 'Look it up',
      titleBy: 'person',
      target: TARGETS[seat],
      tools: { on: true, mode: 'ask' },
      task: { above: [id], background: false },
    });
    const asking = (await world.path(id))[1];
    expect(child?.task?.call).toBe(`${asking?.id}#${asking?.parts.findIndex(({ type }) => type === 'tool_call')}`);
    const said = await world.path(required(child).id);
    expect(said).toMatchObject([
      { role: 'user', author: 'automation', parts: [{ text: '!echo forty-two' }] },
      { role: 'assistant', status: 'complete' },
    ]);
    expect(world.errors).toEqual([]);
    await sayEverywhere(id);
  });

  it('goes to the model that is named, by id or label, of any usable connection', async () => {
    const id = await world.begin('claude');
    await world.send(id, begin('!echo one', { model: 'practice-gemini' }));
    await world.send(id, begin('!echo two', { model: 'practice-openai/practice-gpt' }));
    const targets = (await tasksOf(id)).map(({ target }) => target);
    expect(targets).toEqual([TARGETS.gemini, TARGETS.gpt]);
    expect(resultsOf(await world.path(id)).map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('is refused in words when no such model can be used', async () => {
    const id = await world.begin('gpt');
    await world.send(id, begin('!echo one', { model: 'gpt-99' }));
    const [result] = resultsOf(await world.path(id));
    expect(result).toMatchObject({ isError: true });
    expect(result?.text).toMatch(/no model named "gpt-99".*practice-gpt, .*practice-claude/);
    expect(await tasksOf(id)).toEqual([]);
    await sayEverywhere(id);
  });

  it('shows how far it is while it works', async () => {
    const id = await world.begin('claude');
    const sent = world.send(id, begin(`${LOOK}\nlook`));
    const child = await taskOf(id);
    const asked = await question(child.id);
    expect(world.run(child.id)).toMatchObject({ task: { above: [id], title: 'Look it up', background: false } });
    await until(() => world.run(id)?.calls[0]?.done === 1, 'progress');
    await world.agent.decide(child.id, asked.key, { allow: 'once' });
    await sent;
  });
});

describe('what a task may do', () => {
  it('is asked about like in its conversation, with the folders and rules of that', async () => {
    const id = await world.begin('claude');
    const sent = world.send(id, begin(`${LOOK}\nlook`));
    const child = await taskOf(id);
    const asked = await question(child.id);
    expect(asked).toMatchObject({ because: 'policy', args: { name: 'moon' } });
    await world.agent.decide(child.id, asked.key, { allow: 'session' });
    await sent;
    expect(resultsOf(await world.path(child.id))).toMatchObject([{ text: 'seen: moon' }]);
    // A grant for this conversation applies to all of it.
    const again = world.send(id, begin(`${LOOK}\nlook again`));
    await again;
    expect(await tasksOf(id)).toHaveLength(2);
  });

  it('is never wider than the mode of its conversation, also when that changes meanwhile', async () => {
    const id = await world.begin('gemini');
    await world.agent.setMode(id, 'plan');
    await world.send(id, begin(`${CHANGE}\nchange`));
    const [planned] = await tasksOf(id);
    expect(resultsOf(await world.path(required(planned).id))[0]?.text).toContain('plan mode');
    await world.agent.setMode(id, 'ask');
    const sent = world.send(id, begin(`${LOOK}\n${CHANGE}\nlook, then change`));
    await until(async () => (await tasksOf(id)).length === 2);
    const child = required((await tasksOf(id))[1]);
    await question(child.id);
    // The open question is answered by it, too.
    await world.agent.setMode(id, 'plan');
    await sent;
    expect(resultsOf(await world.path(child.id)).map(({ text }) => text)).toMatchObject([
      expect.stringContaining('plan mode'),
      expect.stringContaining('plan mode'),
    ]);
    expect(world.run(child.id)).toBeUndefined();
    expect((await world.session(child.id)).tools?.mode).toBe('plan');
  });

  it('is asked about again after outside content, whichever of the two it came into', async () => {
    const id = await world.begin('claude');
    const sent = world.send(id, `${LOOK}\n${begin(`${CHANGE}\nchange`)}\n${CHANGE}\nlook, let change, change`);
    await world.agent.decide(id, (await question(id)).key, { allow: 'once' });
    // From the conversation into its task.
    const child = await taskOf(id);
    const inTask = await question(child.id);
    expect(inTask).toMatchObject({ sources: [{ server: 'probe', tool: 'probe__look' }], offers: ['once', 'turn'] });
    await world.agent.decide(child.id, inTask.key, { allow: 'once' });
    // And from the task back.
    const back = await question(id);
    expect(back.sources.map(({ tool, detail }) => [tool, detail])).toEqual([
      ['probe__look', undefined],
      ['probe__change', 'Look it up: probe__change'],
    ]);
    world.chat.stop(id);
    await sent;
  });

  it('leaves no taint behind when nothing came from outside', async () => {
    const id = await world.begin('gpt');
    const sent = world.send(id, `${begin('!echo clean')}\n${CHANGE}\nthen change`);
    expect(await question(id)).toMatchObject({ because: 'policy', sources: [] });
    world.chat.stop(id);
    await sent;
  });
});

describe('limits', () => {
  it('of depth are told to the model that meets them', async () => {
    const id = await world.begin('claude');
    const deep = begin(begin(begin('!echo too deep')));
    await world.send(id, deep);
    const all = await tasksOf(id);
    expect(all.map(({ task: place }) => place?.above.length)).toEqual([1, 2]);
    const deepest = required(all.at(-1));
    // At the depth limit no task is offered, and a model that calls one anyway gets an error.
    const offers = await Promise.all(
      [id, ...all.map((row) => row.id)].map(async (one) => {
        const { pool } = await world.agent.offer(one, new AbortController().signal);
        return pool.byName.has('task');
      }),
    );
    expect(offers).toEqual([true, true, false]);
    const port = world.tasks({ id: deepest.id, depth: MAX_TASK_DEPTH });
    const order = { title: 't', prompt: 'p', model: null, background: false, call: 'c' };
    await expect(port.run(order, new AbortController().signal, () => undefined)).rejects.toMatchObject({
      name: 'TaskRefusedError',
      reason: 'depth',
    });
  });

  it('of number hold for everything below one conversation', async () => {
    const id = await world.begin('claude');
    const waiting = { background: true };
    const sent = world.send(
      id,
      `${Array.from({ length: MAX_TASKS + 1 }, () => begin(`${LOOK}\nlook`, waiting)).join('\n')}\nstart many`,
    );
    await sent;
    const results = resultsOf(await world.path(id));
    expect(results.filter(({ isError }) => isError)).toHaveLength(1);
    expect(results.at(-1)?.text).toContain(`${MAX_TASKS} tasks are going already`);
    expect(await tasksOf(id)).toHaveLength(MAX_TASKS);
    world.chat.stop(id);
    await until(() => world.agentRuns.store.getState().runs.size === 0);
    await world.send(id, begin('!echo room again'));
    expect(resultsOf(await world.path(id)).at(-1)?.text).toBe('room again');
  });

  it('of steps are shared by a run and its tasks', async () => {
    world.limits = { steps: 6 };
    const id = await world.begin('gpt');
    const list = '!tool builtin_planning_server__list {}';
    await world.send(id, `${begin(`${list}\n${list}\nlist twice`)}\n${begin(`${list}\n${list}\ntwice more`)}\ngo`);
    // One step of its own, three in the first task, one more, and one that the second task may still use.
    const [, second] = await tasksOf(id);
    expect(await world.agent.readRun(required(second).id)).toMatchObject({ reason: { kind: 'steps' }, steps: 1 });
    const results = resultsOf(await world.path(id));
    expect(results[1]).toMatchObject({ isError: true, text: expect.stringContaining('6 steps') as string });
    expect(await world.agent.readRun(id)).toMatchObject({ reason: { kind: 'steps', limit: 6 }, steps: 2 });
  });
});

describe('stopping', () => {
  it('the conversation ends its tasks at every depth, background ones included', async () => {
    const id = await world.begin('claude');
    const sent = world.send(
      id,
      `${begin(`${LOOK}\nin the background`, { background: true })}\n${begin(begin(`${LOOK}\nbelow`))}\nboth`,
    );
    await until(async () => (await tasksOf(id)).length === 3);
    for (const { id: child, task: place } of await tasksOf(id)) {
      if (place?.above.length === 2 || place?.background) await question(child);
    }
    world.chat.stop(id);
    await sent;
    await until(() => world.agentRuns.store.getState().runs.size === 0);
    expect(resultsOf(await world.path(id)).at(-1)?.text).toBe(CANCELLED_RESULT);
    for (const { id: child } of await tasksOf(id)) {
      expect(await world.agent.readRun(child)).toMatchObject({ reason: { kind: 'cancelled' } });
    }
    await sayEverywhere(id);
  });

  it('one task alone gives the documented result, and the conversation goes on', async () => {
    const id = await world.begin('gpt');
    const sent = world.send(id, `${begin(`${LOOK}\nlook`)}\n!tool builtin_planning_server__list {}\ngo on`);
    const child = await taskOf(id);
    await question(child.id);
    world.chat.stop(child.id);
    await sent;
    expect(resultsOf(await world.path(id))).toMatchObject([{ isError: true, text: CANCELLED_RESULT }, { text: /./ }]);
    expect(await world.agent.readRun(id)).toMatchObject({ status: 'finished' });
    await sayEverywhere(id);
  });

  it('by a window that takes over is not told as the user’s doing, in the conversation and in its tasks', async () => {
    const id = await world.begin('claude');
    const sent = world.send(id, `${begin(`${LOOK}\nlook`)}\ngo on`);
    const child = await taskOf(id);
    await question(child.id);
    const other = new AgentWorld(profile, host);
    const leave = other.writers.open(id);
    await other.writers.takeOver(id);
    await sent;
    for (const one of [id, child.id]) {
      expect(resultsOf(await world.path(one)).map(({ text }) => text)).toEqual([TAKEN_OVER_RESULT]);
      const ended = { reason: { kind: 'cancelled', by: 'window' } };
      expect(await other.agent.readRun(one)).toMatchObject(ended);
    }
    leave();
  });

  it('the call alone ends the task with it', async () => {
    const id = await world.begin('gemini');
    const sent = world.send(id, `${begin(`${LOOK}\nlook`)}\ngo on`);
    const child = await taskOf(id);
    await question(child.id);
    world.agent.cancelCall(id, required(world.run(id)?.calls[0]).key);
    await sent;
    expect(resultsOf(await world.path(id))[0]?.text).toBe(CANCELLED_RESULT);
    expect(world.run(child.id)).toBeUndefined();
    expect(await world.agent.readRun(child.id)).toMatchObject({ reason: { kind: 'cancelled' } });
  });

  it('by deleting the conversation ends them too, and undoing brings all back', async () => {
    const id = await world.begin('claude');
    const sent = world.send(id, `${begin(`${LOOK}\nlook`)}\ngo on`);
    const child = await taskOf(id);
    await question(child.id);
    await world.chat.deleteSession(id);
    await sent;
    expect(world.agentRuns.store.getState().runs.size).toBe(0);
    expect((await world.session(child.id)).deletedAt).toBeGreaterThan(0);
    await world.chat.restoreSession(id);
    expect((await world.session(child.id)).deletedAt).toBe(0);
  });
});

describe('a task in the background', () => {
  it('is asked for its result by its id, which waits for it if it is to', async () => {
    const id = await world.begin('claude');
    await world.send(id, `${begin('!echo later', { background: true })}\nstart`);
    const child = required((await tasksOf(id))[0]);
    expect(resultsOf(await world.path(id))[0]?.text).toContain(child.id);
    await world.send(id, `!tool task_result ${JSON.stringify({ task: child.id, wait: 30 })}\nand?`);
    expect(resultsOf(await world.path(id)).at(-1)?.text).toBe('later');
    await world.send(id, '!tool task_result {"task": "nobody"}\nand?');
    expect(resultsOf(await world.path(id)).at(-1)).toMatchObject({ isError: true });
    await sayEverywhere(id);
  });

  it('tells its end to the run that is still going, behind the present step, and nothing of its answer', async () => {
    const id = await world.begin('gpt');
    const sent = world.send(id, `${begin(`${LOOK}\nquick`, { background: true })}\n${LOOK}\nstart, then look`);
    const own = await question(id);
    const child = required((await tasksOf(id))[0]);
    await world.agent.decide(child.id, (await question(child.id)).key, { allow: 'once' });
    await until(() => (world.run(id)?.queued.length ?? 0) > 0, 'a note');
    await world.agent.decide(id, own.key, { allow: 'once' });
    await sent;
    const note = required((await world.path(id)).find((message) => readTaskNote(message) !== null));
    expect(readTaskNote(note)).toBe('Look it up');
    expect(note).toMatchObject({ role: 'user', author: 'automation' });
    expect(JSON.stringify(note)).toContain(child.id);
    expect(JSON.stringify(note)).not.toContain('seen: moon');
    await sayEverywhere(id);
  });

  it('goes on when the run that began it has ended, and its question is not lost', async () => {
    const id = await world.begin('claude');
    await world.send(id, `${begin(`${LOOK}\nlook`, { background: true })}\nstart`);
    expect(world.run(id)).toBeUndefined();
    const child = required((await tasksOf(id))[0]);
    const asked = await question(child.id);
    await world.agent.decide(child.id, asked.key, { allow: 'once' });
    await until(() => world.run(child.id) === undefined);
    expect(await world.agent.readRun(child.id)).toMatchObject({ status: 'finished' });
    expect(world.errors).toEqual([]);
  });
});

describe('when the window is gone', () => {
  it('task and conversation are found as interrupted; both can go on or be closed, and no task begins twice', async () => {
    const id = await world.begin('claude');
    void world.send(id, `${begin(`${LOOK}\nlook`)}\ngo on`).catch(() => undefined);
    const child = await taskOf(id);
    await question(child.id);
    world.die();
    const { name } = profile.db;
    profile.db.close();
    const reopened = { db: await openDatabase({ name }), locks: new FakeLockManager(), connect: createWriterBus() };
    world = new AgentWorld(reopened, host);
    await world.writers.recover();

    const above = required(await world.agent.readRun(id));
    expect(above).toMatchObject({ status: 'calls_interrupted', can: { resume: true, close: true } });
    expect(above.calls).toMatchObject([{ name: 'task', todo: 'interrupted', canRunAgain: false }]);
    expect(await world.agent.readRun(child.id)).toMatchObject({
      status: 'waiting_for_approval',
      can: { resume: true, close: true },
    });
    await world.agent.resume(id, [required(above.calls[0]).key]);
    expect(resultsOf(await world.path(id))[0]?.text).toBe(MISSING_RESULT);
    expect(await tasksOf(id)).toHaveLength(1);

    const resumed = world.agent.resume(child.id);
    await world.agent.decide(child.id, (await question(child.id)).key, { allow: 'once' });
    await resumed;
    await world.send(id, `!tool task_result ${JSON.stringify({ task: child.id })}\nand?`);
    expect(resultsOf(await world.path(id)).at(-1)?.isError).toBeUndefined();
    await sayEverywhere(id);
  });
});

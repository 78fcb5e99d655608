import { describe, expect, it } from 'vitest';
import { NothingToResumeError } from '#flows/base/flow-errors.ts';
import { openDatabase } from '#storage/database.ts';
import { claimSession, NotWriterError } from '#storage/writer-fence.ts';
import { until } from '#test/fakes/fake-clock.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { createWriterBus } from '#test/fakes/page-storage.ts';
import { AgentWorld, callsOf, openProfile, resultsOf, SEATS, TARGETS, thinkingOf } from './agent-world.ts';
import type { Profile } from './agent-world.ts';

const PLAN = 'builtin_planning_server__';
const story = (rounds: number): string =>
  [
    '!think 1',
    `!tool ${PLAN}create_goal {"goal": "report on the top 10 stories"}`,
    ...Array.from({ length: rounds - 1 }, (_, n) => `!tool ${PLAN}add_todo {"content": "story ${n + 1}"}`),
    'go to hackernews and research top 10 stories',
  ].join('\n');

/** The same profile after a crash: the database reopened, every lock free. */
async function reopen({ db }: Profile): Promise<Profile> {
  const { name } = db;
  db.close();
  return { db: await openDatabase({ name }), locks: new FakeLockManager(), connect: createWriterBus() };
}

async function sayEverywhere(world: AgentWorld, id: string): Promise<void> {
  for (const seat of SEATS) {
    await world.chat.setTarget(id, TARGETS[seat]);
    await world.send(id, `!tool ${PLAN}list\nand now?`);
  }
  expect(world.refusals()).toEqual([]);
}

describe('a run whose window is gone', () => {
  it('in the middle of an answer is offered to go on, keeps what was said, and goes on at another vendor', async () => {
    const first = await openProfile();
    const before = new AgentWorld(first);
    const id = await before.begin('claude');
    void before.send(id, story(4)).catch(() => undefined);
    before.onRequest = (count) => (count < 3 ? undefined : new Promise<void>(() => undefined));
    await until(() => before.sent.length === 3 && before.run(id)?.step === 3);
    before.die();

    const after = new AgentWorld(await reopen(first));
    await after.writers.recover();
    const found = await after.agent.readRun(id);
    expect(found).toMatchObject({ status: 'answer_interrupted', steps: 3, reason: null });
    expect(found?.can).toEqual({ resume: true, close: true });
    const stored = thinkingOf((await after.path(id)).slice(0, 5));
    await after.chat.setTarget(id, TARGETS.gemini);
    await after.agent.resume(id);
    const path = await after.path(id);
    expect(thinkingOf(path.slice(0, 5))).toBe(stored);
    expect(path.every(({ status }) => status === 'complete')).toBe(true);
    expect(await after.agent.readRun(id)).toMatchObject({ status: 'finished' });
    await sayEverywhere(after, id);
  });

  it.each(Array.from({ length: 21 }, (_, n) => n + 1))(
    'after its record %i goes on or is closed: no call runs twice, every vendor takes what is there',
    async (records) => {
      const profile = await openProfile();
      const before = new AgentWorld(profile);
      const seat = SEATS[records % SEATS.length] ?? 'claude';
      const next = SEATS[(records + 1) % SEATS.length] ?? 'gpt';
      const id = await before.begin(seat);
      let stored = 0;
      const crashed: Promise<unknown>[] = [];
      profile.db.runRecords.hook('creating', () => {
        stored += 1;
        // Another program has the conversation now: no further write of this window succeeds.
        if (stored === records) crashed.push(claimSession(profile.db, id));
      });
      await before.send(id, story(4)).catch((error: unknown) => {
        if (!(error instanceof NotWriterError)) throw error;
      });
      await Promise.all(crashed);
      before.die();
      const todosBefore = (await profile.db.plans.get(id))?.todos.length ?? 0;

      const after = new AgentWorld(await reopen(profile));
      await after.writers.recover();
      await after.chat.setTarget(id, TARGETS[next]);
      const found = await after.agent.readRun(id);
      if (records % 3 === 0) await after.agent.close(id);
      else if (found?.can.resume) await after.agent.resume(id);
      const path = await after.path(id);
      const calls = callsOf(path);
      expect(resultsOf(path)).toHaveLength(calls.length);
      const done = resultsOf(path).filter(({ isError, name }) => !isError && name?.endsWith('add_todo'));
      const todos = (await after.db.plans.get(id))?.todos ?? [];
      // A call whose result wasn't stored may have had its effect once; none has it twice.
      expect(new Set(todos.map(({ content }) => content)).size).toBe(todos.length);
      expect(todos.length).toBeLessThanOrEqual(3);
      expect(todos.length).toBeGreaterThanOrEqual(Math.max(todosBefore, done.length));
      await sayEverywhere(after, id);
      expect((await after.agent.readRun(id))?.status).toBe('finished');
    },
  );

  it.each(SEATS)('after words of %s were stored keeps them and has the next answer go on behind them', async (seat) => {
    const profile = await openProfile();
    const before = new AgentWorld(profile);
    const id = await before.begin(seat);
    void before.send(id, '!speed 400\n!long 4000\ntell').catch(() => undefined);
    const stored = async () => (await before.path(id)).at(-1);
    await until(async () => ((await stored())?.parts ?? []).some((part) => part.type === 'text' && part.text !== ''));
    await claimSession(profile.db, id);
    before.die();
    const after = new AgentWorld(await reopen(profile));
    const cut = (await after.path(id)).at(-1);
    expect(cut).toMatchObject({ status: 'interrupted' });
    await after.agent.resume(id);
    const path = await after.path(id);
    expect(path.map(({ role, status, stop }) => [role, status, stop])).toEqual([
      ['user', 'complete', undefined],
      ['assistant', 'complete', 'aborted'],
      ['assistant', 'complete', 'end'],
    ]);
    expect(path[1]?.parts).toEqual(cut?.parts);
    await sayEverywhere(after, id);
  });

  it('is closed by the next message: its open calls get a result, and its records an end', async () => {
    const profile = await openProfile();
    const before = new AgentWorld(profile);
    const id = await before.begin('claude');
    let stored = 0;
    const crashed: Promise<unknown>[] = [];
    profile.db.runRecords.hook('creating', () => {
      stored += 1;
      if (stored === 9) crashed.push(claimSession(profile.db, id));
    });
    await before.send(id, story(4)).catch(() => undefined);
    await Promise.all(crashed);
    before.die();
    const after = new AgentWorld(await reopen(profile));
    const run = await after.agent.readRun(id);
    expect(run).toMatchObject({ status: 'calls_interrupted', calls: [{ todo: 'interrupted', canRunAgain: true }] });
    await after.send(id, 'something else');
    const path = await after.path(id);
    expect(path.map(({ role }) => role)).toEqual('user assistant tool assistant tool user assistant'.split(' '));
    expect(resultsOf(path).map(({ isError }) => isError ?? false)).toEqual([false, true]);
    const records = await after.db.runRecords.where('[run+seq]').between([run?.id, 0], [run?.id, 100]).toArray();
    expect(records.at(-1)?.record).toMatchObject({ type: 'run_ended', reason: { kind: 'closed' } });
    expect(after.refusals()).toEqual([]);
  });

  it('goes on in the window that takes it over', async () => {
    const profile = await openProfile();
    const [first, second] = [new AgentWorld(profile), new AgentWorld(profile)];
    const id = await first.begin('gemini');
    first.onRequest = (count) => (count === 2 ? new Promise<void>(() => undefined) : undefined);
    const sent = first.send(id, story(3));
    await until(() => first.sent.length === 2);
    const leave = second.writers.open(id);
    await second.writers.takeOver(id);
    await sent.catch(() => undefined);
    expect(first.run(id)).toBeUndefined();
    expect((await second.agent.readRun(id))?.can.resume).toBe(true);
    await second.agent.resume(id);
    expect(await second.agent.readRun(id)).toMatchObject({ status: 'finished' });
    expect(second.refusals()).toEqual([]);
    leave();
  });

  it('is shown to other windows and neither resumed nor closed by them', async () => {
    const profile = await openProfile();
    const [writing, watching] = [new AgentWorld(profile), new AgentWorld(profile)];
    const id = await writing.begin('gpt');
    let go: () => void = () => undefined;
    writing.onRequest = (count) => (count === 2 ? new Promise<void>((resolve) => (go = resolve)) : undefined);
    const sent = writing.send(id, story(2));
    await until(() => writing.sent.length === 2);
    expect(await writing.agent.readRun(id)).toBeNull();
    expect(await watching.agent.readRun(id)).toMatchObject({ steps: 2, status: 'answer_interrupted' });
    await expect(watching.agent.resume(id)).rejects.toBeInstanceOf(NotWriterError);
    await expect(watching.agent.close(id)).rejects.toBeInstanceOf(NotWriterError);
    go();
    await sent;
    expect(await watching.agent.readRun(id)).toMatchObject({ status: 'finished' });
    expect(writing.refusals()).toEqual([]);
  });

  it('and has nothing left to go on with says so', async () => {
    const world = await AgentWorld.open();
    const id = await world.begin('chat');
    await expect(world.agent.resume(id)).rejects.toBeInstanceOf(NothingToResumeError);
    await world.send(id, 'hello');
    await expect(world.agent.resume(id)).rejects.toBeInstanceOf(NothingToResumeError);
    await world.agent.close(id);
  });
});

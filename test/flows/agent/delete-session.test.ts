import { describe, expect, it } from 'vitest';
import { forgetRemoved, readRemoved } from '#storage/journal-marks.ts';
import { sweepBlobs } from '#storage/blob-gc.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { listTasks } from '#test/fakes/list-tasks.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { keepAllFolds, keptSessions } from '#test/fakes/kept-folds.ts';
import { AgentWorld, openProfile } from './agent-world.ts';

const todo = '!tool builtin_planning_server__add_todo {"content": "read story 1"}';
const background = '!tool task {"title": "Slowly", "prompt": "!speed 20\\n!long 500\\nwork", "background": true}';

async function dump(world: AgentWorld): Promise<Record<string, unknown[]>> {
  const rows = world.db.tables.map(async (table) => [table.name, await table.toArray()] as const);
  return Object.fromEntries(await Promise.all(rows));
}

/** What the stores of the window show of a conversation. */
const shown = ({ agentRuns, liveRuns, continuations }: AgentWorld, id: string): string[] =>
  Object.entries({
    ...agentRuns.store.getState(),
    live: liveRuns.store.getState().runs,
    ...continuations.store.getState(),
  })
    .filter(([, byId]) => byId.has(id))
    .map(([name]) => name);

const tasksOf = (world: AgentWorld, id: string) => listTasks(world.db, id, (row) => world.errors.push(row));

describe('a conversation that goes into the trash', () => {
  it('stops its run and its tasks, and no timer and no request of it is left', async () => {
    const world = await AgentWorld.open();
    const id = await world.begin('gpt');
    await world.send(id, [background, todo, 'go'].join('\n'));
    await until(async () => (await tasksOf(world, id)).some((task) => world.run(task.id)?.phase === 'answering'));
    const [task] = await tasksOf(world, id);
    await world.chat.deleteSession(id);
    await until(() => world.timers.size === 0, 'the last timer');
    expect(world.ended).toEqual(expect.arrayContaining([id, required(task).id]));
    await until(() => (world.run(id) ?? world.run(required(task).id)) === undefined, 'the end of both runs');
    const { messages, sessions } = await dump(world);
    expect(sessions).toMatchObject([{ deletedAt: expect.any(Number) as number }, { id: required(task).id }]);
    // What the task had written by then is there if it's restored.
    expect(messages?.filter((row) => JSON.stringify(row).includes('"streaming"'))).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it('calls the countdown off and shows nothing of it', async () => {
    const world = await AgentWorld.open();
    const id = await world.begin('gpt');
    await world.send(id, `${todo}\nplan`);
    await until(() => world.continuations.store.getState().views.get(id)?.phase === 'countdown', 'the countdown');
    const asked = world.sent.length;
    await world.chat.deleteSession(id);
    await until(() => world.timers.size === 0, 'the last timer');
    expect(shown(world, id)).toEqual(['ends']);
    expect(world.sent).toHaveLength(asked);
  });

  it('comes back with all of it', async () => {
    const world = await AgentWorld.open();
    const id = await world.begin('gpt');
    await world.send(id, `${todo}\nplan`);
    world.agent.cancelContinuation(id);
    const before = await dump(world);
    await world.chat.deleteSession(id);
    await world.chat.restoreSession(id);
    // The fencing token is different, so that an earlier writer can't write late.
    expect({ ...(await dump(world)), writers: null }).toEqual({ ...before, writers: null });
    await world.send(id, 'go on');
    expect(await world.path(id)).toHaveLength(6);
    world.agent.cancelContinuation(id);
    expect(world.forgotten).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it('ends a run that goes on in another window', async () => {
    const profile = await openProfile();
    const [here, there] = [new AgentWorld(profile), new AgentWorld(profile)];
    const id = await there.begin('claude');
    const sent = there.send(id, '!speed 20\n!long 500\nwrite');
    await until(() => there.run(id)?.phase === 'answering', 'an answer');
    await here.chat.deleteSession(id);
    await sent;
    expect(there.run(id)).toBeUndefined();
    expect((await there.path(id)).at(-1)).toMatchObject({ status: 'complete', stop: 'aborted' });
    await until(() => here.timers.size === 0, 'the last timer');
  });
});

describe('a conversation that another machine removed', () => {
  it('is let go of by everybody here', async () => {
    const world = await AgentWorld.open();
    const id = await world.begin('gpt');
    await world.send(id, `${todo}\nplan`);
    await until(() => world.continuations.store.getState().views.get(id)?.phase === 'countdown', 'the countdown');
    await world.releaseSession(new Set([id]));
    expect(shown(world, id)).toEqual([]);
    expect([world.ended.includes(id), world.forgotten, world.forgottenAtHost]).toEqual([true, [id], [id]]);
    expect(world.errors).toEqual([]);
  });
});

describe('a conversation that is removed for good', () => {
  it('is forgotten everywhere; its fork and the bytes they share stay', async () => {
    const world = await AgentWorld.open();
    const id = await world.begin('gpt');
    const content = new Blob([Uint8Array.from([137, 80, 78, 71])], { type: 'text/plain' });
    const { blob, bytes, mime } = await saveBlob(world.db, content, 'text/plain');
    const attachments = [{ kind: 'file' as const, mime, name: 'notes.txt', blob, bytes }];
    await world.chat.send(id, { text: `${todo}\nplan`, attachments });
    const fork = await world.chat.fork(id, { title: 'fork', stay: null });
    const path = JSON.stringify(await world.path(fork.id));
    await world.chat.deleteSession(id);
    await world.chat.removeSession(id);
    expect(world.forgotten).toEqual([id]);
    expect(world.forgottenAtHost).toEqual([id]);
    expect(shown(world, id)).toEqual([]);
    await sweepBlobs(world.db);
    expect(await world.db.blobs.get(blob)).toBeDefined();
    expect(JSON.stringify(await world.path(fork.id))).toBe(path);
    // Named until the journal has been notified.
    await forgetRemoved(world.db, await readRemoved(world.db));
    const left = await dump(world);
    // Only the fork's key for the prompt cache still contains the id.
    for (const row of left['sends'] ?? []) if (typeof row === 'object') Object.assign(row ?? {}, { cacheKey: '' });
    expect(JSON.stringify(left)).not.toContain(id);

    await world.chat.deleteSession(fork.id);
    await world.chat.removeSession(fork.id);
    await sweepBlobs(world.db);
    expect(await world.db.blobs.count()).toBe(0);
    expect(world.errors).toEqual([]);
  });

  it('leaves nothing in what the search keeps, whoever removed it', async () => {
    const world = await AgentWorld.open();
    const [here, elsewhere, stays] = [await world.begin('gpt'), await world.begin('gpt'), await world.begin('gpt')];
    for (const id of [here, elsewhere, stays]) await world.send(id, 'hello');
    await keepAllFolds(world.db);
    expect(new Set(await keptSessions(world.db))).toEqual(new Set([here, elsewhere, stays]));
    await world.chat.deleteSession(here);
    await world.chat.removeSession(here);
    await world.releaseSession(new Set([elsewhere]));
    expect(await keptSessions(world.db)).toEqual([stays]);
  });

  it('stays whole when the host cannot be told', async () => {
    const world = await AgentWorld.open();
    const id = await world.begin('gpt');
    await world.send(id, 'hello');
    await world.chat.deleteSession(id);
    await until(() => world.timers.size === 0, 'the last timer');
    const before = await dump(world);
    world.forgottenAtHost.push = () => {
      throw new Error('the host is away');
    };
    await expect(world.chat.removeSession(id)).rejects.toThrow('the host is away');
    expect(await dump(world)).toEqual(before);
    expect(world.forgotten).toEqual([]);
  });
});

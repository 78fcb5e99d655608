import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import type { SessionTools } from '#storage/rows.ts';
import { changeSessionTools } from '#storage/session-repository.ts';
import { listTasks } from '#test/fakes/list-tasks.ts';
import { required } from '#test/fakes/fake-clock.ts';
import { AgentWorld } from './agent-world.ts';

const TODO = '!tool builtin_planning_server__add_todo {"content": "read story 1"}';
const wait = { timeout: 20_000 };

const requireRow = async (world: AgentWorld, id: string) => required(await world.db.sessions.get(id));

/** A conversation whose background task has planned one todo and whose run has ended. */
async function begun(on: boolean, parent: Partial<SessionTools> = {}) {
  const world = await AgentWorld.open();
  world.configuration = { experimental: { ...DEFAULT_CONFIGURATION.experimental, background_continuation: on } };
  const id = await world.begin('gpt');
  await changeSessionTools(world.db, id, (before) => ({ ...before, ...parent }));
  const order = { title: 'Stories', prompt: `${TODO}\nPlan it.`, background: true };
  await world.send(id, `!tool task ${JSON.stringify(order)}\nstart`);
  const child = required((await listTasks(world.db, id, (row) => world.errors.push(row)))[0]).id;
  const view = () => world.continuations.store.getState().views.get(child) ?? null;
  const reminders = async () =>
    (await world.path(child)).filter(({ author, seq }) => author === 'automation' && seq > 1).length;
  const state = async () => (await world.tasks({ id, depth: 0 }).state(child, 0, new AbortController().signal))?.state;
  return { world, id, child, view, reminders, state };
}

describe('a background task with open todos', { timeout: 60_000 }, () => {
  it('continues by the same rules where that is asked for, and is running until nothing is left to do', async () => {
    const { world, view, reminders, state } = await begun(true);
    await expect.poll(view, wait).toMatchObject({ phase: 'countdown', remaining: 1 });
    expect(await state()).toBe('running');
    await expect.poll(view, wait).toMatchObject({ phase: 'paused', why: 'answered without working' });
    await expect.poll(state, wait).toBe('done');
    expect(await reminders()).toBe(1);
    expect(world.refusals()).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it('ends with its run otherwise', async () => {
    const { world, child, reminders, state } = await begun(false);
    await expect.poll(state, wait).toBe('done');
    await world.heard(child);
    expect(world.continuations.store.getState().views.get(child)?.phase).not.toBe('countdown');
    expect(await reminders()).toBe(0);
  });

  it('continues alone when the user asks for it, and no longer when they take it back', async () => {
    const { world, id, child, view, reminders, state } = await begun(false);
    await expect.poll(state, wait).toBe('done');
    await world.agent.setAutoContinue(child, true);
    await expect.poll(view, wait).toMatchObject({ phase: 'countdown', remaining: 1 });
    await expect.poll(view, wait).toMatchObject({ phase: 'paused', why: 'answered without working' });
    expect(await reminders()).toBe(1);
    await world.agent.setAutoContinue(child, false);
    await world.send(child, `${TODO}\nPlan more.`);
    await world.heard(child);
    expect(view()?.phase).not.toBe('countdown');
    expect(await reminders()).toBe(1);
    expect((await requireRow(world, id)).tools?.autoContinue).toBeUndefined();
    expect(world.errors).toEqual([]);
  });

  it('does not take over that the conversation above it continues', async () => {
    const { world, child, reminders, state } = await begun(false, { autoContinue: true });
    await expect.poll(state, wait).toBe('done');
    await world.heard(child);
    expect((await requireRow(world, child)).tools?.autoContinue).toBeUndefined();
    expect(await reminders()).toBe(0);
  });

  it('ends when the user asks the conversation above it to stop', async () => {
    const { world, id, view, reminders, state } = await begun(true);
    await expect.poll(view, wait).toMatchObject({ phase: 'countdown' });
    await world.send(id, 'Stop, do nothing more.');
    await expect.poll(state, wait).toBe('done');
    expect(await reminders()).toBe(0);
    expect(world.errors).toEqual([]);
  });

  it('ends with a stop of the conversation above it, during the countdown too', async () => {
    const { world, id, view, reminders, state } = await begun(true);
    await expect.poll(view, wait).toMatchObject({ phase: 'countdown' });
    world.chat.stop(id);
    await expect.poll(state, wait).toBe('done');
    expect(view()).toBeNull();
    expect(await reminders()).toBe(0);
    expect(world.errors).toEqual([]);
  });
});

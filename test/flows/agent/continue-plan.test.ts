import { describe, expect, it } from 'vitest';
import type { ContinuationView } from '#core/reliability/todo-continuation.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { AgentWorld } from './agent-world.ts';

const PLAN = 'builtin_planning_server__';
const todo = (text: string) => `!tool ${PLAN}add_todo {"content": "${text}"}`;
const reminders = (path: readonly StoredMessage[]) =>
  path.filter(({ role, author }) => role === 'user' && author === 'automation');
const wait = { timeout: 15_000 };

/** A conversation with a plan; every view of it that was shown. */
async function planned(...todos: string[]) {
  const world = await AgentWorld.open();
  const id = await world.begin('gpt');
  const seen: ContinuationView[] = [];
  world.continuations.store.subscribe(({ views }) => {
    const view = views.get(id);
    if (view) seen.push(view);
  });
  const shown = () => world.continuations.store.getState().views.get(id) ?? null;
  await world.send(id, [...todos.map(todo), 'Plan it.'].join('\n'));
  return { world, id, seen, shown };
}

describe('going on with the plan', () => {
  it('counts down, sends one reminder of its own, and gives up where nothing moves', { timeout: 30_000 }, async () => {
    const { world, id, seen, shown } = await planned('read story 1', 'read story 2');
    expect(shown()).toEqual({ phase: 'countdown', seconds: 2, remaining: 2 });
    await expect.poll(shown, wait).toMatchObject({ phase: 'paused', why: 'answered without working', remaining: 2 });
    expect(seen.map((view) => (view.phase === 'countdown' ? view.seconds : view.phase))).toEqual([
      2,
      1,
      'sent',
      'paused',
    ]);

    const path = await world.path(id);
    const [reminder, ...more] = reminders(path);
    expect(more).toEqual([]);
    expect(reminder?.parts).toEqual([
      { type: 'text', text: expect.stringMatching(/^\[SYSTEM REMINDER - TODO CONTINUATION\]\n\nIncomplete tasks/) },
    ]);
    expect(JSON.stringify(world.sent.at(-1)?.body)).toContain('[Status: 0/2 completed, 2 remaining]');
    expect((await world.session(id)).title).toBe('Plan it.');
    expect(path.at(-1)).toMatchObject({ role: 'assistant', stop: 'end' });
    expect(world.refusals()).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it('is called off by the person, and by what the person does', async () => {
    const { world, id, shown } = await planned('read story 1');
    expect(shown()).toMatchObject({ phase: 'countdown' });
    world.agent.cancelContinuation(id);
    expect(shown()).toBeNull();
    await world.send(id, 'And this.');
    expect(shown()).toMatchObject({ phase: 'countdown' });
    const sending = world.send(id, 'And that.');
    expect(shown()).toBeNull();
    await sending;
    world.agent.cancelContinuation(id);
    expect(reminders(await world.path(id))).toEqual([]);
  });

  it('is switched off for good, and on again', async () => {
    const { world, id, shown } = await planned('read story 1');
    await world.agent.setAutoContinue(id, false);
    expect(shown()).toBeNull();
    await world.send(id, 'And this.');
    expect(shown()).toBeNull();
    expect((await world.session(id)).tools?.autoContinue).toBe(false);
    await world.agent.setAutoContinue(id, true);
    await expect.poll(shown).toMatchObject({ phase: 'countdown' });
    world.agent.cancelContinuation(id);
  });

  it('leaves alone what needs no reminder', async () => {
    const done = await AgentWorld.open();
    const first = await done.begin('gpt');
    await done.send(first, [todo('one'), `!tool ${PLAN}check_todo {"id": "1"}`, 'Plan it.'].join('\n'));
    expect(done.continuations.store.getState().views.size).toBe(0);

    const plain = await AgentWorld.open();
    const { id } = await plain.chat.createSession({
      connection: 'practice-openai',
      model: 'practice-gpt',
      thinking: 'off',
    });
    await plain.send(id, 'Hello.');
    expect(plain.continuations.store.getState().views.size).toBe(0);

    const { world, id: third } = await planned('one');
    world.agent.cancelContinuation(third);
    await world.agent.setMode(third, 'plan');
    await world.send(third, 'Go on?');
    expect(world.continuations.store.getState().views.get(third)).toMatchObject({ phase: 'paused', why: 'plan mode' });
  });

  it('waits for the person who is writing, or who was asked something', async () => {
    const { world, id, shown } = await planned('one');
    world.agent.cancelContinuation(id);
    await world.send(id, '!echo Shall I go on?');
    expect(shown()).toMatchObject({ phase: 'paused', why: 'the model asked something' });
    await world.db.drafts.put({ sessionId: id, text: 'Well', attachments: [], at: 0 });
    world.agent.goOnWithPlan(id);
    await expect.poll(shown).toMatchObject({ phase: 'paused', why: 'the person is writing' });
  });

  it('does not go on after a stop, nor after a failure that stays', async () => {
    const { world, id, shown } = await planned('one');
    world.chat.stop(id);
    expect(shown()).toBeNull();
    await world.send(id, '!fault 401');
    expect(shown()).toBeNull();
    expect((await world.path(id)).at(-1)?.error).toMatchObject({ retryable: false });
  });
});

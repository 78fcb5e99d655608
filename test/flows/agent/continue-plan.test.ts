import { describe, expect, it } from 'vitest';
import type { ContinuationView } from '#core/reliability/todo-continuation.ts';
import type { ReliabilityEvent } from '#core/reliability/events.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { AgentWorld } from './agent-world.ts';

const PLAN = 'builtin_planning_server__';
const todo = (text: string) => `!tool ${PLAN}add_todo {"content": "${text}"}`;
const reminders = (path: readonly StoredMessage[]) =>
  path.filter(({ role, author }) => role === 'user' && author === 'automation');
const wait = { timeout: 15_000 };

/** Seconds of a countdown pass ten times as fast. */
const hurry = (world: AgentWorld): void => {
  world.wait = (ms) => ms / 10;
};

/** A conversation with a plan, and every state of it that was shown. */
async function planned(...todos: string[]) {
  return planIn(await AgentWorld.open(), todos);
}

async function plannedInAHurry(...todos: string[]) {
  const world = await AgentWorld.open();
  hurry(world);
  return planIn(world, todos);
}

async function planIn(world: AgentWorld, todos: readonly string[]) {
  const id = await world.begin('gpt');
  const seen: ContinuationView[] = [];
  world.continuations.store.subscribe(({ views }) => {
    const view = views.get(id);
    if (view) seen.push(view);
  });
  const shown = () => world.continuations.store.getState().views.get(id) ?? null;
  /** Resolves when the end of the run has been handled. */
  const send = async (text: string): Promise<void> => {
    await world.send(id, text);
    await world.heard(id);
  };
  await send([...todos.map(todo), 'Plan it.'].join('\n'));
  return { world, id, seen, shown, send };
}

describe('going on with the plan', () => {
  it('counts down, sends one reminder of its own, and gives up where nothing moves', { timeout: 30_000 }, async () => {
    const { world, id, seen, shown } = await plannedInAHurry('read story 1', 'read story 2');
    expect(seen[0]).toEqual({ phase: 'countdown', seconds: 2, remaining: 2 });
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

  it('is called off by the user, and by what the user does', async () => {
    const { world, id, shown, send } = await planned('read story 1');
    expect(shown()).toMatchObject({ phase: 'countdown' });
    world.agent.cancelContinuation(id);
    expect(shown()).toBeNull();
    await send(`${todo('read story 2')}\nAnd this.`);
    expect(shown()).toMatchObject({ phase: 'countdown' });
    const sending = send('And that.');
    expect(shown()).toBeNull();
    await sending;
    world.agent.cancelContinuation(id);
    expect(reminders(await world.path(id))).toEqual([]);
  });

  it.each(['Stop, do nothing more please.', '이제 그만해 줘.', `${todo('read story 2')}\n\nStop.`])(
    'ends when the user says %j, and says why, until the user switches it on again',
    { timeout: 30_000 },
    async (question) => {
      const { world, id, seen, shown, send } = await planned('read story 1');
      await send(question);
      const asked = { phase: 'paused', why: 'the user asked to stop' };
      expect(shown()).toMatchObject(asked);
      await world.reliability.emit({ type: 'session.idle', sessionId: id });
      expect(shown()).toMatchObject(asked);
      expect(reminders(await world.path(id))).toEqual([]);
      seen.length = 0;
      hurry(world);
      world.agent.continuePlan(id);
      await expect.poll(() => seen[0]?.phase, wait).toBe('countdown');
      // From now on the reminder after the message counts, in any window.
      await expect.poll(async () => reminders(await world.path(id)), wait).toHaveLength(1);
      await expect.poll(shown, wait).toMatchObject({ phase: 'paused', why: 'answered without working' });
    },
  );

  it('ends when the model answers the user without working, and goes on after an answer that worked', async () => {
    const { world, id, shown, send } = await planned('read story 1');
    await send('Thanks, looks good.');
    expect(shown()).toEqual({ phase: 'paused', why: 'answered without working', remaining: 1 });
    expect(reminders(await world.path(id))).toEqual([]);
    await send(`${todo('read story 2')}\nStop the server, then restart it.`);
    expect(shown()).toMatchObject({ phase: 'countdown', remaining: 2 });
    world.agent.cancelContinuation(id);
  });

  it('is switched off for good, and on again', async () => {
    const { world, id, shown, send } = await planned('read story 1');
    await world.agent.setAutoContinue(id, false);
    expect(shown()).toBeNull();
    await send('And this.');
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
    await done.heard(first);
    expect(done.continuations.store.getState().views.size).toBe(0);

    const plain = await AgentWorld.open();
    const { id } = await plain.chat.createSession({
      connection: 'practice-openai',
      model: 'practice-gpt',
      thinking: 'off',
    });
    await plain.send(id, 'Hello.');
    await plain.heard(id);
    expect(plain.continuations.store.getState().views.size).toBe(0);

    const { world, id: third } = await planned('one');
    world.agent.cancelContinuation(third);
    await world.agent.setMode(third, 'plan');
    await world.send(third, 'Go on?');
    await world.heard(third);
    expect(world.continuations.store.getState().views.get(third)).toMatchObject({ phase: 'paused', why: 'plan mode' });
  });

  it('ends when the model asks the user, who may let it go on once', { timeout: 30_000 }, async () => {
    const { world, id, shown, send } = await plannedInAHurry('one');
    world.agent.cancelContinuation(id);
    await send('!echo Both work. Let me know which one you prefer.');
    const asked = { phase: 'paused', why: 'the model asked something', remaining: 1 };
    expect(shown()).toEqual(asked);
    world.agent.continuePlan(id);
    await expect.poll(async () => reminders(await world.path(id)), wait).toHaveLength(1);
    await expect.poll(shown, wait).toMatchObject({ phase: 'paused', why: 'answered without working' });
    await send('!echo Which one do you prefer?');
    expect(shown()).toEqual(asked);
    await send('!echo Let me know if you have any questions.');
    expect(shown()).toMatchObject({ why: 'answered without working' });
  });

  it('waits for the user who is writing, or who was asked something', async () => {
    const { world, id, shown, send } = await planned('one');
    world.agent.cancelContinuation(id);
    await send('!echo Shall I go on?');
    expect(shown()).toMatchObject({ phase: 'paused', why: 'the model asked something' });
    await world.db.drafts.put({ sessionId: id, text: 'Well', attachments: [], at: 0 });
    world.agent.continuePlan(id);
    await expect.poll(shown).toMatchObject({ phase: 'paused', why: 'the user is writing' });
  });

  it('does not go on after a stop, nor after a failure that stays', async () => {
    const { world, id, shown, send } = await planned('one');
    world.chat.stop(id);
    expect(shown()).toBeNull();
    await send('!fault 401');
    expect(shown()).toBeNull();
    expect((await world.path(id)).at(-1)?.error).toMatchObject({ retryable: false });
  });

  it.each<ReliabilityEvent['type']>([
    'message.updated',
    'message.part.updated',
    'tool.execute.before',
    'tool.execute.after',
    'session.deleted',
    'session.error',
  ])('is called off by %s, whoever it comes from', async (type) => {
    const { world, id, shown } = await planned('one');
    expect(shown()).toMatchObject({ phase: 'countdown' });
    const event = { type, sessionId: id, role: 'assistant', tool: 't', error: new Error('odd') } as ReliabilityEvent;
    await world.reliability.emit(event);
    expect(shown()).toBeNull();
    expect(reminders(await world.path(id))).toEqual([]);
  });

  it('is looked at once for each run: what ends besides runs arms nothing', async () => {
    const { world, id, shown } = await planned('one');
    await world.reliability.emit({ type: 'message.updated', sessionId: id, role: 'assistant' });
    await world.chat.disableReduction(id);
    await world.reliability.emit({ type: 'session.idle', sessionId: id });
    expect(shown()).toBeNull();
  });

  it('is written to the log in the words of the documents', { timeout: 30_000 }, async () => {
    const { world, id, shown } = await plannedInAHurry('one', 'two');
    await expect.poll(shown, wait).toMatchObject({ phase: 'paused' });
    await world.chat.deleteSession(id);
    await world.heard(id);
    const logged = world.log.filter(({ event }) => event.startsWith('[todo-continuation-enforcer]'));
    expect(logged).toEqual(
      expect.arrayContaining([
        {
          event: '[todo-continuation-enforcer] Countdown started',
          data: { sessionID: id, seconds: 2, incompleteCount: 2 },
        },
        { event: '[todo-continuation-enforcer] Injection successful', data: { sessionID: id } },
        { event: '[todo-continuation-enforcer] Session deleted: cleaned up', data: { sessionID: id } },
      ]),
    );
    const events = world.log.map(({ event }) => event);
    for (const name of ['session.idle', 'message.updated', 'message.part.updated', 'request', 'session.deleted'])
      expect(events).toContain(name);
  });
});

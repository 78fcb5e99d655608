import { describe, expect, it } from 'vitest';
import { createTodoContinuation, type ContinuationView } from '#core/reliability/todo-continuation.ts';
import type { TodoItem } from '#core/reliability/todo-reminder.ts';

interface Timer {
  at: number;
  every: number | null;
  fn: () => void;
}

/** A clock that moves only when told to, and lets promises settle in between. */
function fakeClock() {
  let now = 0;
  const timers = new Set<Timer>();
  const add = (fn: () => void, ms: number, every: number | null) => {
    const timer = { at: now + ms, every, fn };
    timers.add(timer);
    return timer;
  };
  const remove = (handle: unknown) => {
    timers.delete(handle as Timer);
  };
  return {
    now: () => now,
    setTimeout: (fn: () => void, ms: number) => add(fn, ms, null),
    clearTimeout: remove,
    setInterval: (fn: () => void, ms: number) => add(fn, ms, ms),
    clearInterval: remove,
    pending: () => timers.size,
    async advance(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = next.at;
        if (next.every === null) timers.delete(next);
        else next.at += next.every;
        next.fn();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

function setup(todos: TodoItem[] = [{ id: '1', content: 'write it', status: 'pending' }]) {
  const clock = fakeClock();
  const sent: string[] = [];
  const toasts: string[] = [];
  const logs: string[] = [];
  const views: (ContinuationView | null)[] = [];
  const state = { todos, background: false, fail: false, obstacle: null as string | null };
  const hook = createTodoContinuation({
    clock,
    toast: ({ title, message, variant, duration }) => toasts.push(`${title}: ${message} ${variant} ${duration}`),
    async inject(_, text) {
      if (state.fail) throw new Error('no');
      sent.push(text);
    },
    listTodos: async () => state.todos,
    isBackgroundRunning: () => state.background,
    log: (event) => logs.push(event),
    obstacle: async () => state.obstacle,
    show: (_, view) => views.push(view),
  });
  const event = async (type: string, more: object = {}) => {
    await hook.onEvent({ type, sessionId: 's', ...more });
  };
  return { clock, sent, toasts, logs, state, hook, event, views };
}

const idle = 'session.idle';

describe('todo continuation', () => {
  it('counts down two seconds in view and reminds once', async () => {
    const { clock, sent, toasts, logs, event } = setup([
      { id: '1', content: 'done', status: 'completed' },
      { id: '2', content: 'write it', status: 'in_progress' },
    ]);
    await event(idle);
    await clock.advance(1_999);
    expect(sent).toEqual([]);
    await clock.advance(1);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toBe(
      [
        '[SYSTEM REMINDER - TODO CONTINUATION]',
        '',
        'Incomplete tasks remain in your todo list. Continue working on the next pending task.',
        '',
        '- Proceed without asking for permission',
        '- Mark each task complete when finished',
        '- Do not stop until all tasks are done',
        '',
        '[Status: 1/2 completed, 1 remaining]',
        '- [ ] write it',
      ].join('\n'),
    );
    expect(toasts).toEqual([
      'Todo Continuation: Resuming in 2s… (1 tasks remaining) warning 900',
      'Todo Continuation: Resuming in 1s… (1 tasks remaining) warning 900',
    ]);
    expect(logs).toEqual([
      '[todo-continuation-enforcer] Countdown started',
      '[todo-continuation-enforcer] Injection successful',
    ]);
    expect(clock.pending()).toBe(0);
    await clock.advance(60_000);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['message.updated', { role: 'user' }],
    ['message.updated', { role: 'assistant' }],
    ['message.part.updated', { role: 'assistant' }],
    ['tool.execute.before', {}],
    ['tool.execute.after', {}],
    ['session.deleted', {}],
  ])('is cancelled by %s %j', async (type, more) => {
    const { clock, sent, event } = setup();
    await event(idle);
    await clock.advance(1_500);
    await event(type, more);
    await clock.advance(60_000);
    expect(sent).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it.each<[string, TodoItem['status'][]]>([
    ['no todos', []],
    ['all done', ['completed', 'cancelled']],
    ['only blocked ones', ['blocked']],
  ])('stays quiet with %s', async (_, statuses) => {
    const { clock, sent, event } = setup(statuses.map((status, index) => ({ id: `${index}`, content: 'x', status })));
    await event(idle);
    await clock.advance(10_000);
    expect(sent).toEqual([]);
  });

  it('looks again before it sends: what was finished meanwhile needs no reminder', async () => {
    const { clock, sent, state, event } = setup();
    await event(idle);
    state.todos = [{ id: '1', content: 'x', status: 'completed' }];
    await clock.advance(5_000);
    expect(sent).toEqual([]);
  });

  it('rests three seconds after an error and then goes on by itself (X-23)', async () => {
    const { clock, sent, toasts, event } = setup();
    await event('session.error', { error: new Error('server') });
    await event(idle);
    await clock.advance(2_999);
    expect(toasts).toEqual([]);
    await clock.advance(1);
    expect(toasts).toHaveLength(1);
    await clock.advance(1_999);
    expect(sent).toEqual([]);
    await clock.advance(1);
    expect(sent).toHaveLength(1);
  });

  it('does not go on after the user stopped the run, until they write again', async () => {
    const { clock, sent, event } = setup();
    await event('session.error', { error: new DOMException('stopped', 'AbortError') });
    await event(idle);
    await clock.advance(60_000);
    expect(sent).toEqual([]);
    await event('message.updated', { role: 'user' });
    await event(idle);
    await clock.advance(5_000);
    expect(sent).toHaveLength(1);
  });

  it('waits for recoveries and background work', async () => {
    const { clock, sent, state, hook, logs, event } = setup();
    await event(idle);
    hook.markRecovering('s');
    await clock.advance(5_000);
    await event(idle);
    await clock.advance(5_000);
    expect(sent).toEqual([]);
    expect(logs).toContain('[todo-continuation-enforcer] Skipped: in recovery');
    hook.markRecoveryComplete('s');
    state.background = true;
    await event(idle);
    await clock.advance(5_000);
    expect(sent).toEqual([]);
    state.background = false;
    await event(idle);
    await clock.advance(5_000);
    expect(sent).toHaveLength(1);
  });

  it('can be stopped at any moment and resumed', async () => {
    const { clock, sent, hook, event } = setup();
    await event(idle);
    hook.stop('s');
    await clock.advance(5_000);
    await event(idle);
    await clock.advance(5_000);
    expect(sent).toEqual([]);
    hook.resume('s');
    await event(idle);
    await clock.advance(5_000);
    expect(sent).toHaveLength(1);
  });

  it('is not cancelled by its own echo', async () => {
    const { clock, sent, event } = setup();
    await event(idle);
    await clock.advance(1_000);
    await event('message.updated', { role: 'user', synthetic: true });
    await clock.advance(1_000);
    expect(sent).toHaveLength(1);
  });

  it.each([
    [499, 3],
    [500, 6],
  ])('takes a message of the user within half a second of the reminder for its echo: after %i ms', async (ms, most) => {
    const { clock, sent, event } = setup();
    for (let turn = 0; turn < 6; turn++) {
      await event(idle);
      await clock.advance(2_000);
      await clock.advance(ms);
      await event('message.updated', { role: sent.length > turn ? 'user' : 'assistant' });
      await clock.advance(10_000);
    }
    expect(sent).toHaveLength(most);
  });

  it('gives up after three reminders without a change of status, and starts anew when one changes', async () => {
    const { clock, sent, state, event } = setup();
    for (let turn = 0; turn < 10; turn++) {
      await event('message.updated', { role: 'assistant' });
      await event(idle);
      await clock.advance(10_000);
    }
    expect(sent).toHaveLength(3);
    state.todos = [{ id: '1', content: 'x', status: 'in_progress' }];
    await event(idle);
    await clock.advance(10_000);
    expect(sent).toHaveLength(4);
  });

  it('waits longer after every failure and stops after five', async () => {
    const { clock, sent, state, logs, event } = setup();
    state.fail = true;
    await event(idle);
    await clock.advance(2_000);
    await event(idle);
    await clock.advance(11_999);
    expect(logs.filter((line) => line.endsWith('Injection failed'))).toHaveLength(1);
    await clock.advance(1);
    expect(logs.filter((line) => line.endsWith('Injection failed'))).toHaveLength(2);
    for (let turn = 0; turn < 30; turn++) {
      await event(idle);
      await clock.advance(10_000);
    }
    expect(sent).toEqual([]);
    expect(logs.filter((line) => line.endsWith('Injection failed')).length).toBeLessThanOrEqual(5);
  });

  it('tries again by itself when a reminder could not be sent, five times at most', async () => {
    const { clock, sent, state, logs, event } = setup();
    state.fail = true;
    await event(idle);
    await clock.advance(2_000 + 10_000 + 2_000 + 20_000 + 2_000);
    const failed = () => logs.filter((line) => line.endsWith('Injection failed')).length;
    expect(failed()).toBe(3);
    await clock.advance(40_000 + 2_000 + 80_000 + 2_000 + 160_000 + 10_000);
    expect(failed()).toBe(5);
    expect(sent).toEqual([]);
    state.fail = false;
    await clock.advance(5 * 60_000);
    await event(idle);
    await clock.advance(2_000);
    expect(sent).toHaveLength(1);
  });

  it('counts a reminded run that failed as a failure, and forgets it after one that did not', async () => {
    const { clock, sent, event } = setup();
    await event(idle);
    await clock.advance(2_000);
    await event('session.error', { error: new Error('server') });
    await event(idle);
    await clock.advance(11_999);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect(sent).toHaveLength(2);
    await clock.advance(10_000);
    await event(idle);
    await clock.advance(2_000);
    expect(sent).toHaveLength(3);
  });

  it('does not repeat itself to a model that only talks', async () => {
    const { clock, sent, state, event, views } = setup();
    await event(idle, { worked: true });
    await clock.advance(2_000);
    await event(idle, { worked: false });
    await clock.advance(60_000);
    expect(sent).toHaveLength(1);
    expect(views.at(-1)).toEqual({ phase: 'paused', why: 'answered without working', remaining: 1 });
    state.todos = [{ id: '1', content: 'x', status: 'in_progress' }];
    await event(idle, { worked: true });
    await clock.advance(2_000);
    expect(sent).toHaveLength(2);
  });

  it('ends where the user wrote and the model answered without working, until it is switched on again', async () => {
    const { clock, sent, hook, event, views } = setup();
    await event('message.updated', { role: 'user' });
    await event(idle, { worked: false });
    await clock.advance(60_000);
    expect(sent).toEqual([]);
    expect(views.at(-1)).toEqual({ phase: 'paused', why: 'answered without working', remaining: 1 });
    hook.resume('s');
    await event(idle);
    await clock.advance(2_000);
    expect(sent).toHaveLength(1);
  });

  it('remembers over the rest after an error that the model only talked', async () => {
    const { clock, sent, event, views } = setup();
    await event('session.error', { error: new Error('odd') });
    await event(idle, { worked: false });
    await clock.advance(60_000);
    expect(sent).toEqual([]);
    expect(views.at(-1)).toEqual({ phase: 'paused', why: 'answered without working', remaining: 1 });
  });

  it('takes an idle that says nothing of work for work, as the documents have it', async () => {
    const { clock, sent, event } = setup();
    await event('message.updated', { role: 'user' });
    await event(idle);
    await clock.advance(2_000);
    expect(sent).toHaveLength(1);
  });

  it('shows every second, and nothing any more once it is called off', async () => {
    const { clock, sent, hook, event, views } = setup();
    await event(idle);
    await clock.advance(1_000);
    hook.cancel('s');
    await event(idle);
    await clock.advance(60_000);
    expect(sent).toEqual([]);
    expect(views).toEqual([
      { phase: 'countdown', seconds: 2, remaining: 1 },
      { phase: 'countdown', seconds: 1, remaining: 1 },
      null,
    ]);
  });

  it('asks what else speaks against it, before the countdown and after', async () => {
    const { clock, sent, state, event, views } = setup();
    state.obstacle = 'the user is writing';
    await event(idle);
    await clock.advance(5_000);
    expect(views).toEqual([{ phase: 'paused', why: 'the user is writing', remaining: 1 }]);
    state.obstacle = null;
    await event(idle);
    await clock.advance(1_000);
    state.obstacle = 'the user is writing';
    await clock.advance(5_000);
    expect(sent).toEqual([]);
    expect(views.at(-1)).toBeNull();
  });

  it('stops after twenty-five reminders until the user writes', async () => {
    const { clock, sent, state, event, views } = setup();
    for (let turn = 0; turn < 30; turn++) {
      state.todos = [{ id: `${turn}`, content: 'x', status: 'pending' }];
      await event(idle);
      await clock.advance(5_000);
    }
    expect(sent).toHaveLength(25);
    expect(views.at(-1)).toMatchObject({ phase: 'paused', why: 'limit of this session reached' });
    await event('message.updated', { role: 'user' });
    await event(idle);
    await clock.advance(5_000);
    expect(sent).toHaveLength(26);
  });

  it('writes the documented lines with their figures', async () => {
    const clock = fakeClock();
    const lines: [string, unknown][] = [];
    const hook = createTodoContinuation({
      clock,
      toast: () => undefined,
      inject: async () => undefined,
      listTodos: async () => [
        { id: '1', content: 'x', status: 'pending' },
        { id: '2', content: 'y', status: 'in_progress' },
      ],
      isBackgroundRunning: () => false,
      log: (event, data) => lines.push([event, data]),
    });
    await hook.onEvent({ type: idle, sessionId: 's' });
    await clock.advance(2_000);
    hook.markRecovering('s');
    await hook.onEvent({ type: idle, sessionId: 's' });
    await hook.onEvent({ type: 'session.deleted', sessionId: 's' });
    expect(lines).toEqual([
      ['[todo-continuation-enforcer] Countdown started', { sessionID: 's', seconds: 2, incompleteCount: 2 }],
      ['[todo-continuation-enforcer] Injection successful', { sessionID: 's' }],
      ['[todo-continuation-enforcer] Skipped: in recovery', { sessionID: 's' }],
      ['[todo-continuation-enforcer] Session deleted: cleaned up', { sessionID: 's' }],
    ]);
  });

  it('does not go on where the context is full, until there is room again', async () => {
    const overflow = new Error('prompt is too long: 210000 tokens > 200000 maximum');
    for (const [type, more, then] of [
      ['message.updated', { role: 'user' }, 1],
      ['message.part.updated', { role: 'assistant' }, 1],
      ['message.updated', { role: 'assistant', error: overflow }, 0],
    ] as const) {
      const { clock, sent, event } = setup();
      await event('session.error', { error: overflow });
      await event(idle);
      await clock.advance(60_000);
      expect(sent).toEqual([]);
      await event(type, more);
      await event(idle);
      await clock.advance(10_000);
      expect(sent).toHaveLength(then);
    }
    const { clock, sent, hook, event } = setup();
    await event('session.error', { error: overflow });
    hook.markRecovering('s');
    hook.markRecoveryComplete('s');
    await clock.advance(3_000);
    await event(idle);
    await clock.advance(2_000);
    expect(sent).toHaveLength(1);
  });

  it.each(['AbortError', 'MessageAbortedError'])('takes %s for the user stopping the run', async (name) => {
    const { clock, sent, event } = setup();
    await event('session.error', { error: { name, data: { message: 'stopped' } } });
    await event(idle);
    await clock.advance(60_000);
    expect(sent).toEqual([]);
  });

  describe('while a reminder is being sent', () => {
    /** A reminder that is pending until the test releases it or makes it fail. */
    async function underWay() {
      const clock = fakeClock();
      const sent: PromiseWithResolvers<void>[] = [];
      const hook = createTodoContinuation({
        clock,
        toast: () => undefined,
        inject() {
          const one = Promise.withResolvers<void>();
          sent.push(one);
          return one.promise;
        },
        listTodos: async () => [{ id: '1', content: 'x', status: 'pending' }],
        isBackgroundRunning: () => false,
        log: () => undefined,
      });
      const event = async (type: string, more: object = {}) => {
        await hook.onEvent({ type, sessionId: 's', ...more });
      };
      await event(idle);
      await clock.advance(2_000);
      expect(sent).toHaveLength(1);
      const end = async (error?: Error) => {
        if (error) sent.at(-1)?.reject(error);
        else sent.at(-1)?.resolve();
        await settle();
      };
      return { clock, sent, hook, event, end };
    }

    it('an idle that comes before it counts as sent is looked at afterwards', async () => {
      const { clock, sent, event, end } = await underWay();
      await clock.advance(60_000);
      await event(idle);
      await clock.advance(60_000);
      expect(sent).toHaveLength(1);
      await end();
      await clock.advance(2_000);
      expect(sent).toHaveLength(2);
    });

    it('its message is nobody else’s, however late it comes: three in a row and no more', async () => {
      const { clock, sent, event, end } = await underWay();
      for (let turn = 1; turn <= 3; turn++) {
        expect(sent).toHaveLength(turn);
        await clock.advance(5_000);
        await event('message.updated', { role: 'user' });
        await event('message.updated', { role: 'assistant' });
        await event(idle);
        await end();
        await clock.advance(60_000);
      }
      expect(sent).toHaveLength(3);
    });

    it.each(['deleted', 'disposed'])(
      'nothing is left of a session that is %s, also when it fails then',
      async (how) => {
        const { clock, sent, hook, event, end } = await underWay();
        if (how === 'deleted') await event('session.deleted');
        else hook.dispose();
        await end(new Error('no'));
        expect(clock.pending()).toBe(0);
        await clock.advance(600_000);
        expect(sent).toHaveLength(1);
      },
    );
  });

  it('takes what cannot be asked for an obstacle, and rejects nothing', async () => {
    for (const broken of [
      {
        isBackgroundRunning(): boolean {
          throw new Error('no');
        },
      },
      { obstacle: () => Promise.reject(new Error('no')) },
      { listTodos: async () => [null] as never },
      { listTodos: async () => undefined as never },
    ]) {
      const clock = fakeClock();
      const sent: string[] = [];
      const hook = createTodoContinuation({
        clock,
        toast: () => undefined,
        inject: async (_, text) => void sent.push(text),
        listTodos: async () => [{ id: '1', content: 'x', status: 'pending' }],
        isBackgroundRunning: () => false,
        log: () => undefined,
        ...broken,
      });
      await hook.onEvent({ type: idle, sessionId: 's' });
      await clock.advance(60_000);
      expect(sent).toEqual([]);
    }
  });

  it('survives deps that throw, keeps sessions apart, and ends with dispose', async () => {
    const clock = fakeClock();
    const sent: string[] = [];
    const hook = createTodoContinuation({
      clock,
      toast() {
        throw new Error('no toast');
      },
      async inject(sessionId) {
        sent.push(sessionId);
      },
      listTodos: (sessionId) =>
        sessionId === 'broken'
          ? Promise.reject(new Error('db'))
          : Promise.resolve([{ id: '1', content: 'x', status: 'pending' }]),
      isBackgroundRunning: () => false,
      log() {
        throw new Error('no log');
      },
    });
    for (const sessionId of ['broken', 'a', 'b']) await hook.onEvent({ type: idle, sessionId });
    await clock.advance(1_000);
    await hook.onEvent({ type: 'tool.execute.before', sessionId: 'b' });
    await clock.advance(5_000);
    expect(sent).toEqual(['a']);
    await hook.onEvent({ type: idle, sessionId: 'c' });
    hook.dispose();
    await clock.advance(5_000);
    expect(sent).toEqual(['a']);
    expect(clock.pending()).toBe(0);
  });
});

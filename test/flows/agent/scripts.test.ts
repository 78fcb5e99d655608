import { describe, expect, it } from 'vitest';
import { claudeCodeHooks } from '#core/reliability/hooks/claude-code-hooks.ts';
import { NO_SCRIPT_ANSWER, type ScriptsAnswer } from '#core/reliability/scripts/join-verdicts.ts';
import type { ScriptOccasion } from '#core/reliability/scripts/script-input.ts';
import type { ScriptEvent, ScriptNote } from '#core/script-table.ts';
import { MAX_KEPT } from '#flows/scripts/stop-hook-scripts.ts';
import { AgentWorld, openProfile, resultsOf } from './agent-world.ts';

/** Several answers in a row on a busy machine. */
const SLOW = { timeout: 20_000 };
const PLAN = 'builtin_planning_server__';
const ADD = `!tool ${PLAN}add_todo {"content": "read"}`;

type Say = (occasion: ScriptOccasion, signal: { aborted: boolean } | null) => ScriptsAnswer | Promise<ScriptsAnswer>;

/** A world whose scripts answer as the test says; records the events they received and the notes besides calls. */
async function scripted(say: Say, events: ScriptEvent[] = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop']) {
  const asked: ScriptOccasion[] = [];
  const reported: ScriptNote[] = [];
  const hook = claudeCodeHooks({
    notify: (_session, notes) => reported.push(...notes),
    run: async (_session, occasion, signal) => {
      asked.push(occasion);
      return say(occasion, signal);
    },
  });
  const world = new AgentWorld(await openProfile(), undefined, undefined, {
    'claude-code-hooks': hook,
  });
  const group = [{ hooks: [{ type: 'command' as const, command: 'x.sh' }] }];
  world.configuration = {
    enabled_hooks: ['claude-code-hooks'],
    hooks: Object.fromEntries(events.map((event) => [event, group])),
  };
  return { world, asked, reported, of: (event: ScriptEvent) => asked.filter((one) => one.event === event) };
}

const note = (event: ScriptEvent, did: ScriptNote['did'], text = ''): ScriptNote => ({
  script: 'x.sh',
  event,
  did,
  text,
});
const on =
  (event: ScriptEvent, answer: ScriptsAnswer): Say =>
  (occasion) =>
    occasion.event === event ? answer : NO_SCRIPT_ANSWER;

describe('before a tool', () => {
  it('a script that blocks keeps the call from running, and says so in the result and beside it', async () => {
    const notes = [note('PreToolUse', 'blocked', 'not today')];
    const { world } = await scripted(
      on('PreToolUse', { notes, refused: { script: 'x.sh', text: 'not today' }, context: [] }),
    );
    const id = await world.begin('claude');
    await world.send(id, `${ADD}\nplan`);
    expect(await world.db.plans.get(id)).toBeUndefined();
    const [result] = resultsOf(await world.path(id));
    expect(result).toMatchObject({
      isError: true,
      text: "The call was not run: the user's script x.sh does not allow it. not today",
      outcome: { status: 'denied', scripts: notes },
    });
    expect(world.refusals()).toEqual([]);
    // What was once sent to the model is always sent the same way.
    const reported = () => JSON.stringify(world.sent.at(-1)?.body).match(/The call was not run: .*? not today/g)?.[0];
    const first = reported();
    world.configuration = { enabled_hooks: [], hooks: {} };
    await world.send(id, 'and now?');
    expect(reported()).toBe(first);
    expect(first).toBeDefined();
  });

  it('changed arguments are those that run, are told to the model, and leave the call as the model wrote it', async () => {
    const { world, of } = await scripted((occasion) => {
      if (occasion.event !== 'PreToolUse') return NO_SCRIPT_ANSWER;
      const notes = [note('PreToolUse', 'changed', '{"content":"write"}')];
      return { notes, args: { content: 'write' }, context: [] };
    });
    const id = await world.begin('gpt');
    await world.send(id, `${ADD}\nplan`);
    expect((await world.db.plans.get(id))?.todos).toMatchObject([{ content: 'write' }]);
    const path = await world.path(id);
    expect(path[1]?.parts).toContainEqual(expect.objectContaining({ type: 'tool_call', args: { content: 'read' } }));
    const [result] = resultsOf(path);
    expect(result?.text).toMatch(/^\[x\.sh of the user changed the arguments of this call to \{"content":"write"\}\]/);
    expect(result?.outcome).toMatchObject({ status: 'ok', scripts: [{ did: 'changed' }] });
    expect(of('PostToolUse')).toMatchObject([{ args: { content: 'write' } }]);
  });

  it('arguments that no longer fit are not run, neither changed nor as they were', async () => {
    const { world } = await scripted(
      on('PreToolUse', { notes: [note('PreToolUse', 'changed')], args: { wrong: 1 }, context: [] }),
    );
    const id = await world.begin('chat');
    await world.send(id, `${ADD}\nplan`);
    expect(await world.db.plans.get(id)).toBeUndefined();
    expect(resultsOf(await world.path(id))[0]?.outcome?.status).toBe('denied');
  });

  it('one that wants the user asked has them asked, also for a tool that never asks', async () => {
    const { world } = await scripted(
      on('PreToolUse', {
        notes: [note('PreToolUse', 'asked', 'sure?')],
        ask: { script: 'x.sh', text: 'sure?' },
        context: [],
      }),
    );
    const id = await world.begin('claude');
    const sent = world.send(id, `${ADD}\nplan`);
    await expect
      .poll(() => world.run(id)?.approvals)
      .toMatchObject([{ because: 'script', offers: ['once'], scripts: [{ did: 'asked', text: 'sure?' }] }]);
    const key = world.run(id)?.approvals[0]?.key ?? '';
    await world.agent.decide(id, key, { deny: true });
    await sent;
    expect(await world.db.plans.get(id)).toBeUndefined();
  });

  it('a hanging one ends with Stop, and the run with it', async () => {
    const { world } = await scripted(
      (_occasion, signal) =>
        new Promise((resolve) => {
          const timer = setInterval(() => {
            if (!signal?.aborted) return;
            clearInterval(timer);
            resolve(NO_SCRIPT_ANSWER);
          }, 5);
        }),
      ['PreToolUse'],
    );
    const id = await world.begin('claude');
    const sent = world.send(id, `${ADD}\nplan`);
    await expect.poll(() => world.run(id)?.calls.length).toBe(1);
    world.chat.stop(id);
    await sent;
    expect(resultsOf(await world.path(id))[0]?.outcome?.status).toBe('cancelled');
    expect((await world.agent.readRun(id))?.reason).toEqual({ kind: 'cancelled' });
  });

  it('a host that cannot be reached stops nothing', async () => {
    const { world } = await scripted(() => {
      throw new Error('gone');
    });
    const id = await world.begin('gemini');
    await world.send(id, `${ADD}\nplan`);
    expect((await world.db.plans.get(id))?.todos).toHaveLength(1);
    expect((await world.path(id)).at(-1)).toMatchObject({ role: 'assistant', stop: 'end' });
  });
});

it('after a tool a script adds to the result for the model, once and for ever', async () => {
  const context = [{ script: 'x.sh', text: 'lint: 2 warnings' }];
  const { world } = await scripted(
    on('PostToolUse', { notes: [note('PostToolUse', 'added', 'lint: 2 warnings')], context }),
  );
  const id = await world.begin('claude');
  await world.send(id, `${ADD}\nplan`);
  const [result] = resultsOf(await world.path(id));
  expect(result?.text).toMatch(/\n\[The user's script x\.sh adds: lint: 2 warnings\]$/);
  expect(result?.outcome?.scripts).toMatchObject([{ did: 'added', event: 'PostToolUse' }]);
  expect(JSON.stringify(world.sent.at(-1)?.body)).toContain('lint: 2 warnings');
});

describe('before a message', () => {
  it('one that blocks keeps it from being stored and sent, with or without tools', async () => {
    const { world, asked } = await scripted(
      on('UserPromptSubmit', {
        notes: [note('UserPromptSubmit', 'blocked', 'no secrets')],
        refused: { script: 'x.sh', text: 'no secrets' },
        context: [],
      }),
    );
    const id = await world.begin('claude');
    await expect(world.send(id, 'my key is')).rejects.toMatchObject({ script: 'x.sh', message: 'no secrets' });
    await world.agent.setTools(id, false);
    await expect(world.send(id, 'my key is')).rejects.toMatchObject({ name: 'PromptRefusedError' });
    expect(await world.path(id)).toEqual([]);
    expect(world.sent).toEqual([]);
    expect(asked).toMatchObject([{ prompt: 'my key is' }, { prompt: 'my key is' }]);
  });

  it('what it adds is attached under its name, stored, and reaches the model', async () => {
    const context = [{ script: 'date.sh', text: 'It is Saturday.' }];
    const { world } = await scripted(
      on('UserPromptSubmit', { notes: [note('UserPromptSubmit', 'added', 'It is Saturday.')], context }),
    );
    const id = await world.begin('gpt');
    await world.send(id, 'which day?');
    const [question] = await world.path(id);
    expect(question?.parts).toMatchObject([
      { type: 'file', name: 'date.sh (script).txt', mime: 'text/plain' },
      { type: 'text', text: 'which day?' },
    ]);
    expect(JSON.stringify(world.sent[0]?.body)).toContain('It is Saturday.');
  });

  it('stopped while it hangs, nothing is sent', async () => {
    const { world } = await scripted((occasion, signal) =>
      occasion.event === 'UserPromptSubmit'
        ? new Promise((resolve) => {
            const timer = setInterval(() => {
              if (!signal?.aborted) return;
              clearInterval(timer);
              resolve(NO_SCRIPT_ANSWER);
            }, 5);
          })
        : NO_SCRIPT_ANSWER,
    );
    const id = await world.begin('claude');
    const sent = world.send(id, 'hello');
    await new Promise((resolve) => setImmediate(resolve));
    const stopping = setInterval(() => world.chat.stop(id), 5);
    await expect(sent).rejects.toMatchObject({ name: 'SendStoppedError' });
    clearInterval(stopping);
    expect(world.sent).toEqual([]);
  });
});

describe('at the end of an answer', () => {
  const keeps = (times: number): Say => {
    let left = times;
    return (occasion) => {
      if (occasion.event !== 'Stop' || left-- <= 0) return NO_SCRIPT_ANSWER;
      return { notes: [note('Stop', 'kept', 'test it')], refused: { script: 'x.sh', text: 'test it' }, context: [] };
    };
  };
  const orders = async (world: AgentWorld, id: string) =>
    (await world.path(id)).filter(({ author }) => author === 'automation').map(({ parts }) => parts);

  it.each([true, false])('one that is not content lets the model go on, under its name (tools: %s)', async (tools) => {
    const { world, of } = await scripted(keeps(2), ['Stop']);
    const id = await world.begin('claude');
    await world.agent.setTools(id, tools);
    await world.send(id, 'build it');
    await expect.poll(() => of('Stop').length, SLOW).toBe(3);
    const text = "The user's script x.sh says that the work is not done:\n\ntest it";
    expect(await orders(world, id)).toEqual([[{ type: 'text', text }], [{ type: 'text', text }]]);
    expect(of('Stop')).toMatchObject([{ active: false }, { active: true }, { active: true }]);
    expect((await world.path(id)).at(-1)).toMatchObject({ role: 'assistant', stop: 'end' });
    expect(world.errors).toEqual([]);
  });

  it('one that is never content has its limit, and the user has the word again', async () => {
    const { world, of } = await scripted(keeps(1000), ['Stop']);
    const id = await world.begin('claude');
    await world.agent.setTools(id, false);
    await world.send(id, 'build it');
    await expect.poll(() => of('Stop').length, SLOW).toBe(MAX_KEPT + 1);
    await expect.poll(async () => (await orders(world, id)).length, SLOW).toBe(MAX_KEPT);
    await world.send(id, 'go on');
    await expect.poll(async () => (await orders(world, id)).length, SLOW).toBeGreaterThan(MAX_KEPT);
    world.die();
  });

  it('after Stop, after a failed answer and in a task nobody is asked', async () => {
    const { world, of } = await scripted(keeps(1000), ['Stop']);
    const id = await world.begin('claude');
    world.onRequest = () => world.chat.stop(id);
    await world.send(id, 'build it');
    world.onRequest = () => undefined;
    await world.send(id, '!fault 400\nbuild it');
    const { id: sub } = await world.chat.createSession((await world.session(id)).target);
    await world.db.sessions.update(sub, { task: { above: [id], call: 'c', background: false } });
    await world.send(sub, 'build it');
    await world.chat.choosePath(id, (await world.path(id))[0]?.id ?? '');
    await world.send(id, '!echo fine');
    await expect.poll(() => of('Stop').length, SLOW).toBeGreaterThan(0);
    expect(of('Stop')[0]).toMatchObject({ active: false, answer: expect.stringContaining('fine') });
    world.die();
  });
});

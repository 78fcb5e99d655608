import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIGURATION, isHookEnabled, type Configuration } from '#core/reliability/configuration.ts';
import type { BeforeSummary, Hooks, Middleware } from '#core/reliability/hook.ts';
import {
  HOOK_ALIASES,
  HOOK_GROUPS,
  HOOKS,
  findHook,
  hookDefinition,
  type HookDefinition,
  type HookId,
} from '#core/reliability/hook-table.ts';
import { toolOutputTruncator } from '#core/reliability/hooks/tool-output-truncator.ts';
import { createPipeline, MAX_FAILURES } from '#core/reliability/pipeline.ts';
import { HOOK_BUDGET_MS } from '#core/reliability/within-budget.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';

type Injecting = Middleware<'onBeforeSummarize'>;
const NOTHING: BeforeSummary = { context: [], files: [], changed: [], budget: 0 };

/** Hooks that can be switched on today, in the order of the table. */
const BUILT: HookId[] = HOOKS.map(({ id }) => id);
const ON = BUILT.filter((id) => isHookEnabled(DEFAULT_CONFIGURATION, id));

const add =
  (word: string): Injecting =>
  (value) => ({ ...value, context: [...value.context, word] });

function lab(hooks: Hooks, configuration: Partial<Configuration> = {}) {
  const clock = new FakeClock();
  const logs: string[] = [];
  const off: string[] = [];
  const pipeline = createPipeline(hooks, {
    clock,
    toast: () => undefined,
    log: (event) => logs.push(event),
    onSwitchedOff: (hook) => off.push(hook),
  });
  const session = { id: 's', configuration: { ...DEFAULT_CONFIGURATION, ...configuration } };
  const run = (id = 's') => pipeline.run('onBeforeSummarize', NOTHING, { ...session, id });
  return { clock, logs, off, pipeline, run };
}

const stages = (of: (id: HookId) => Injecting): Hooks =>
  Object.fromEntries(BUILT.map((id) => [id, { onBeforeSummarize: of(id) }]));

describe('the table', () => {
  test('names every hook of the documents once, and its aliases mean one of them', () => {
    const ids = HOOKS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const documents =
      'todo-continuation-enforcer context-window-monitor comment-checker empty-task-response-detector tool-output-truncator grep-output-truncator non-interactive-env interactive-bash-session directory-agents-injector directory-readme-injector rules-injector session-recovery session-notification background-notification keyword-detector agent-usage-reminder auto-update-checker startup-toast claude-code-hooks think-mode anthropic-auto-compact empty-message-sanitizer thinking-block-validator anthropic-context-window-limit-recovery preemptive-compaction compaction-context-injector';
    const names = documents.split(' ');
    expect(names).toHaveLength(26);
    for (const name of names) expect(findHook(name)).not.toBeNull();
    for (const [alias, id] of Object.entries(HOOK_ALIASES)) expect(findHook(alias)).toBe(id);
    expect(findHook('no-such-hook')).toBeNull();
    expect(findHook('__proto__')).toBeNull();
  });

  test('every group of the table has hooks, and every hook a layer of the documents', () => {
    const of = (group: string) => HOOKS.filter((hook) => hook.group === group).map(({ id }) => id);
    for (const group of HOOK_GROUPS) expect(of(group)).not.toEqual([]);
    expect(of('prevention')).toEqual([
      'thinking-block-validator',
      'empty-message-sanitizer',
      'non-interactive-env',
      'comment-checker',
    ]);
    expect(of('detection')).toContain('context-window-monitor');
    expect(of('recovery')).toEqual([
      'session-recovery',
      'anthropic-context-window-limit-recovery',
      'todo-continuation-enforcer',
    ]);
    for (const id of ['preemptive-compaction', 'tool-output-truncator', 'compaction-context-injector'])
      expect(of('context')).toContain(id);
  });

  test('the documented order of the stages', () => {
    const at = (stage: string) =>
      HOOKS.filter((hook: HookDefinition) => hook.stages.some((one) => one === stage)).map(({ id }) => id);
    expect(at('messages.transform')).toEqual(['thinking-block-validator', 'empty-message-sanitizer']);
    expect(at('tool.execute.before').slice(0, 2)).toEqual(['non-interactive-env', 'comment-checker']);
    const events = at('event');
    for (const id of ['session-recovery', 'todo-continuation-enforcer', 'context-window-monitor'] as const)
      expect(events).toContain(id);
    expect(events.indexOf('session-recovery')).toBeLessThan(events.indexOf('todo-continuation-enforcer'));
    for (const id of ['tool-output-truncator', 'empty-task-response-detector'] as const)
      expect(at('tool.execute.after')).toContain(id);
    expect(at('onBeforeSummarize')).toEqual(['compaction-context-injector']);
  });
});

test('hooks are called in the order of the table, each with what the one before it made', async () => {
  const { run } = lab(stages((id) => add(id)));
  expect((await run()).context).toEqual(ON);
});

test('a hook that is switched off is not called, one that is switched on is', async () => {
  const hooks = stages((id) => add(id));
  expect((await lab(hooks, { disabled_hooks: [...ON] }).run()).context).toEqual([]);
  const [first, ...rest] = ON;
  expect((await lab(hooks, { disabled_hooks: first ? [first] : [] }).run()).context).toEqual(rest);
  expect((await lab(hooks, { enabled_hooks: [...BUILT] }).run()).context).toEqual(BUILT);
});

test('every hook throws at once, and the value goes on as it was', async () => {
  const { run, logs, off } = lab(
    stages(() => () => {
      throw new Error('broken');
    }),
  );
  for (let time = 1; time <= MAX_FAILURES + 2; time += 1) expect(await run()).toEqual(NOTHING);
  expect(logs.filter((event) => event.endsWith('Hook failed'))).toHaveLength(ON.length * MAX_FAILURES);
  expect(off).toEqual(ON);
});

test('a hook that hangs is passed over when its time is up, and what it says later is ignored', async () => {
  const [hanging, throwing, nothing, ...healthy] = ON;
  let late: (value: BeforeSummary) => void = () => undefined;
  const { run, clock, logs } = lab(
    stages((id): Injecting => {
      if (id === hanging) return () => new Promise((resolve) => (late = resolve));
      if (id === throwing) return () => Promise.reject(new Error('broken'));
      if (id === nothing) return () => undefined as never;
      return add(id);
    }),
  );
  const running = run();
  await clock.advance(HOOK_BUDGET_MS - 1);
  expect(await Promise.race([running, Promise.resolve('waits')])).toBe('waits');
  await clock.advance(1);
  expect((await running).context).toEqual(healthy);
  expect(clock.pending).toBe(0);
  late({ ...NOTHING, context: ['too late'] });
  await clock.advance(0);
  expect((await running).context).toEqual(healthy);
  expect(logs).toHaveLength(3);
});

test('hooks that wait for nothing take no timer, and one that waits takes one', async () => {
  const [waiting, returning, ...others] = ON;
  let end: (value: BeforeSummary) => void = () => undefined;
  const { run, clock } = lab(
    stages((id): Injecting => {
      if (id === waiting) return () => new Promise((resolve) => (end = resolve));
      if (id === returning) return (value, context) => Promise.resolve(add(id)(value, context));
      return add(id);
    }),
  );
  const timers = vi.spyOn(clock, 'setTimeout');
  const running = run();
  await clock.advance(0);
  expect(clock.pending).toBe(1);
  end(NOTHING);
  expect((await running).context).toEqual([returning, ...others]);
  expect(timers).toHaveBeenCalledTimes(1);
  expect(clock.pending).toBe(0);
});

test('a long output is shortened even if a busy disk takes twenty seconds to store it', async () => {
  const { pipeline, clock, logs } = lab({ 'tool-output-truncator': toolOutputTruncator });
  const text = 'a line of an output\n'.repeat(10_000);
  const keep = () => new Promise<string>((resolve) => void clock.setTimeout(() => resolve('output-1'), 20_000));
  const result = { tool: 'server__read', status: 'ok' as const, args: {}, text, budget: 500, keep };
  const running = pipeline.run('tool.execute.after', result, { id: 's', configuration: DEFAULT_CONFIGURATION });
  await clock.advance(20_000);
  const { text: shortened } = await running;
  expect(shortened).toContain('output-1');
  expect(shortened.length).toBeLessThan(text.length / 10);
  expect(logs).toEqual([]);
});

test('failures count per hook and session, and end with it', async () => {
  const [bad, good] = ON;
  if (!bad || !good) throw new Error('too few hooks');
  let calls = 0;
  const { run, pipeline } = lab({
    [bad]: {
      onBeforeSummarize: () => {
        calls += 1;
        throw new Error('broken');
      },
    },
    [good]: { onBeforeSummarize: add(good) },
  });
  for (let time = 0; time < MAX_FAILURES; time += 1) await run();
  expect(pipeline.switchedOff('s')).toEqual([bad]);
  expect((await run()).context).toEqual([good]);
  expect(calls).toBe(MAX_FAILURES);
  await run('other');
  expect(calls).toBe(MAX_FAILURES + 1);
  pipeline.forget('s');
  await run();
  expect(calls).toBe(MAX_FAILURES + 2);
});

test('whatever the hooks do, those that work are all heard, in order', async () => {
  const behaviour = fc.constantFrom('works', 'throws', 'rejects', 'hangs', 'nothing', 'odd');
  await fc.assert(
    fc.asyncProperty(fc.array(behaviour, { minLength: ON.length, maxLength: ON.length }), async (given) => {
      const of = (id: HookId): Injecting => {
        switch (given[ON.indexOf(id)]) {
          case 'throws':
            return () => {
              throw Object.create(null);
            };
          case 'rejects':
            // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- anything can be thrown
            return () => Promise.reject(null);
          case 'hangs':
            return () => new Promise(() => undefined);
          case 'nothing':
            return () => null as never;
          case 'odd':
            return () => 'text' as never;
          default:
            return add(id);
        }
      };
      const { run, clock } = lab(stages(of));
      const running = run();
      for (const id of ON) await clock.advance(hookDefinition(id).budgetMs ?? HOOK_BUDGET_MS);
      expect((await running).context).toEqual(ON.filter((_, at) => given[at] === 'works'));
    }),
    { numRuns: 40 },
  );
});

test('a notice or a log that fails breaks nothing', async () => {
  const fail = () => {
    throw new Error('no screen');
  };
  const pipeline = createPipeline(
    {
      'session-recovery': {
        onBeforeSummarize: (value, context) => {
          context.toast({ title: '', message: '', variant: 'info', duration: 1 });
          context.log('said');
          return { ...value, context: [...value.context, 'went on'] };
        },
      },
    },
    { clock: new FakeClock(), toast: fail, log: fail, onSwitchedOff: fail },
  );
  const value = await pipeline.run('onBeforeSummarize', NOTHING, { id: 's', configuration: DEFAULT_CONFIGURATION });
  expect(value.context).toEqual(['went on']);
});

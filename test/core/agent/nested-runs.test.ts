import { describe, expect, it } from 'vitest';
import { describeRun } from '#core/agent/describe-run.ts';
import type { TaintSource } from '#core/agent/tools/taint.ts';
import { createWorld, endOf, userMessage, type ScriptedStep, type WorldOptions } from './agent-world.ts';

const CALL = { tool: 'plan__list' };
const SOURCE: TaintSource = { kind: 'web', server: 'web', tool: 'web__fetch', call: 'p#0', detail: 'evil.example' };
const steps = (count: number, step: ScriptedStep): ScriptedStep[] => Array.from({ length: count }, () => step);

describe('a run that is part of another one', () => {
  it('asks about what it was allowed, when outside content stood behind the order', async () => {
    const world = createWorld({
      rules: { files__write: 'always' },
      script: [{ calls: [{ tool: 'files__write', says: 'deny' }] }, { text: 'ok' }],
    });
    await world.run({ sources: [SOURCE] });
    expect(world.records.find((one) => one.type === 'approval_asked')).toMatchObject({
      because: 'tainted',
      sources: [SOURCE],
    });
    expect(world.started.size).toBe(0);
    expect(describeRun(world.messages, world.records).state.taint.count).toBe(1);
  });

  it('asks again once the user has attached outside content to what they said meanwhile', async () => {
    const source: TaintSource = {
      kind: 'tool',
      server: 'notes',
      tool: 'resources/read',
      call: 'q1',
      detail: 'note://1',
    };
    const write = { tool: 'files__write', says: 'deny' as const };
    const world = createWorld({
      rules: { files__write: 'always' },
      script: [{ calls: [{ tool: 'files__write' }] }, { calls: [write] }, { text: 'ok' }],
    });
    const queued = [{ message: userMessage('see this', 'q1'), sources: [source] }];
    world.ports.steering = { queued: () => (world.started.size === 0 ? [] : queued), take: () => undefined };
    await world.run();
    expect(world.started.size).toBe(1);
    expect(world.records.find((one) => one.type === 'approval_asked')).toMatchObject({
      because: 'tainted',
      sources: [source],
    });
    expect(describeRun(world.messages, world.records).state.taint.count).toBe(1);
  });

  it('counts what is used beside it against its limits, as it stands at each step', async () => {
    const beside = { steps: 0, cost: 0 };
    const world = createWorld({ script: steps(10, { calls: [CALL], cost: 0.5 }) });
    world.onTick.at = () => {
      beside.cost = world.started.size * 0.5;
    };
    const events = await world.run({ limits: { cost: 3 }, beside: () => beside });
    expect(endOf(events)).toBe('cost');
    expect(world.records.at(-1)).toMatchObject({ reason: { kind: 'cost', limit: 3, spent: 3 } });
    expect(world.started.size).toBe(3);
    const other = createWorld({ script: steps(10, { calls: [CALL] }) });
    expect(endOf(await other.run({ limits: { steps: 5 }, beside: () => ({ steps: 3, cost: 0 }) }))).toBe('steps');
    expect(other.started.size).toBe(2);
  });
});

describe('a call with a run inside it', () => {
  it('counts its steps and its price in the run, also after a crash', async () => {
    const inside = { ...CALL, outcome: { cost: 1, steps: 4 } };
    const world = createWorld({ script: steps(10, { calls: [inside], cost: 0 }) });
    expect(endOf(await world.run({ limits: { steps: 12 } }))).toBe('steps');
    expect(world.started.size).toBe(3);
    const { state } = describeRun(world.messages, world.records);
    expect(state.used).toEqual({ steps: 15, cost: 3 });
    expect(state.step).toBe(3);
  });

  it('brings outside content along, and none when there was none', async () => {
    const options = (clean: boolean): WorldOptions => ({
      facts: { plan__list: { brings: 'tool' } },
      rules: { files__write: 'always' },
      script: [
        { calls: [{ ...CALL, outcome: { sources: clean ? [] : [SOURCE] } }] },
        { calls: [{ tool: 'files__write', says: 'deny' }] },
        { text: 'ok' },
      ],
    });
    const clean = createWorld(options(true));
    await clean.run();
    expect(clean.started.size).toBe(2);
    const tainted = createWorld(options(false));
    await tainted.run();
    expect(tainted.records.find((one) => one.type === 'approval_asked')).toMatchObject({
      because: 'tainted',
      sources: [SOURCE],
    });
    expect(tainted.started.size).toBe(1);
  });

  it('that was interrupted is never run again, for what it began may have gone on', async () => {
    const options: WorldOptions = {
      facts: { plan__list: { once: true } },
      script: [{ calls: [{ ...CALL, takes: 1_000 }] }, { text: 'ok' }],
    };
    const world = createWorld({ ...options, refuseFrom: 4 });
    expect(endOf(await world.run())).toBe('broken_off');
    const description = describeRun(world.messages, world.records);
    expect(description.calls.map(({ todo, canRunAgain }) => [todo.as, canRunAgain])).toEqual([['close', false]]);
  });
});

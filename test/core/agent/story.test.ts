import { beforeAll, describe, expect, it } from 'vitest';
import { applyPlanTool } from '#core/agent/plan/apply-plan-tool.ts';
import { EMPTY_PLAN } from '#core/agent/plan/plan-state.ts';
import { PLAN_TOOLS, PLANNING_SERVER } from '#core/agent/plan/plan-tools.ts';
import { mergeTools } from '#core/agent/tools/tool-pool.ts';
import { splitToolName } from '#core/tool-names.ts';
import { O200K } from '#core/window/token-weights.ts';
import { lintBody } from '#test/core/lint-body.ts';
import { describeRun } from '#core/agent/describe-run.ts';
import { TARGETS } from '../targets.ts';
import { compileBody } from '../wire-body.ts';
import { createWorld, endOf, userMessage, type ScriptedCall, type ScriptedStep } from './agent-world.ts';
import { expectAccepted, expectClosed, HOLES } from './check-history.ts';

/** One of each protocol and of each way to echo reasoning. */
const VENDORS = [
  'anthropic-adaptive',
  'anthropic-bound',
  'openai-responses',
  'gemini-3',
  'deepseek',
  'mistral',
  'openrouter',
  'ollama',
];

/** A walk that takes every step from one vendor to another exactly once. */
function everyDirection(names: readonly string[]): string[] {
  const open = new Map(names.map((name) => [name, names.filter((other) => other !== name)]));
  const stack = [names[0] ?? ''];
  const walk: string[] = [];
  while (stack.length > 0) {
    const next = open.get(stack.at(-1) ?? '')?.pop();
    if (next === undefined) walk.push(stack.pop() ?? '');
    else stack.push(next);
  }
  return walk.toReversed();
}

const tool = (name: string, args: Record<string, unknown>): ScriptedCall => ({
  tool: `${PLANNING_SERVER}__${name}`,
  args,
});

function roundsOf(sources: readonly string[]): ScriptedStep[] {
  return [
    { source: sources[0] ?? '', thinks: true, calls: [tool('create_goal', { goal: 'Research the top 10 stories' })] },
    ...sources.slice(1).map((source, index): ScriptedStep => ({
      source,
      thinks: true,
      ...(index % 3 === 0 && { text: `Story ${index}.` }),
      calls: [tool('add_todo', { content: `Read story ${index}` }), tool('check_todo', { id: String(index + 1) })],
    })),
    { source: sources[0] ?? '', thinks: true, text: 'Here are the ten stories.' },
  ];
}

const POOL = mergeTools(
  [
    {
      id: PLANNING_SERVER,
      label: 'Plan',
      trusted: true,
      definition: 'built in',
      tools: PLAN_TOOLS.map((spec) => ({
        ...spec,
        definition: spec.name,
        enabled: true,
        builtIn: { kind: 'own' as const, brings: null },
      })),
    },
  ],
  { weights: O200K, most: 128, window: null },
);

/** The planning server on the real plan, with a check of every request before it would be sent. */
function storyWorld(script: readonly ScriptedStep[], rest: Partial<Parameters<typeof createWorld>[0]> = {}) {
  const world = createWorld({
    script,
    messages: [userMessage('go to hackernews and research top 10 stories', 'u0')],
    ...rest,
  });
  const plan = { state: EMPTY_PLAN };
  const requests: string[] = [];
  const { answer } = world.ports.model;
  world.ports.tools = {
    find: (name) => POOL.byName.get(name)?.facts ?? null,
    names: () => [...POOL.byName.keys()],
    check: () => null,
    call: ({ name, args }) => {
      const { state, result } = applyPlanTool(plan.state, splitToolName(name).tool, args);
      plan.state = state;
      return Promise.resolve(result);
    },
  };
  world.ports.model.answer = async function* checked(ask) {
    const source = script[ask.step - 1]?.source ?? '';
    const base = TARGETS[source];
    if (!base) throw new Error(`no target ${source}`);
    const target = { ...base, tools: POOL.specs, window: { messages: 1_000 } };
    const { body, report } = await compileBody(world.messages, target);
    const holes = report.notes.filter(({ rule }) => HOLES.has(rule)).map(({ rule }) => rule);
    requests.push(
      ...[...lintBody(body, target).map(({ rule }) => rule), ...holes].map((fault) => `${source}: ${fault}`),
    );
    return yield* answer(ask);
  };
  return { world, plan, requests };
}

/** Loads their modules outside the measured run. */
beforeAll(async () => {
  for (const name of VENDORS) await expectAccepted([], [name]);
});

describe('the story of the top ten stories', () => {
  it('goes through fifty-odd rounds with thinking, handed over in every direction', async () => {
    const walk = everyDirection(VENDORS);
    expect(new Set(walk.slice(1).map((to, index) => `${walk[index]} ${to}`)).size).toBe(
      VENDORS.length * (VENDORS.length - 1),
    );
    const { world, plan, requests } = storyWorld(roundsOf(walk));
    expect(endOf(await world.run())).toBe('finished');
    expect(requests).toEqual([]);
    expect(plan.state).toMatchObject({ goal: 'Research the top 10 stories', lastId: walk.length - 1 });
    expect(plan.state.todos.every(({ done }) => done)).toBe(true);
    const thoughts = world.messages.filter(({ parts }) => parts.some(({ type }) => type === 'thinking'));
    expect(thoughts.length).toBe(walk.length + 1);
    expectClosed(world.messages);
    await expectAccepted(world.messages);
  });

  it.each(VENDORS)('keeps the thinking of %s through three rounds and a crash in each of them', async (vendor) => {
    const script = roundsOf([vendor, vendor, vendor]);
    const uninterrupted = storyWorld(script);
    await uninterrupted.world.run();
    for (let step = 1; step <= 3; step++) {
      const count =
        uninterrupted.world.records.findIndex((one) => one.type === 'results_stored' && one.step === step) + 1;
      const path = uninterrupted.world.messages.slice(0, 1 + 2 * step);
      const records = uninterrupted.world.records.slice(0, count);
      const again = storyWorld(script, { messages: path, records });
      expect(endOf(await again.world.run({ resume: { from: describeRun(path, records) } }))).toBe('finished');
      expect(again.requests).toEqual([]);
      const shown = (messages: typeof path) =>
        messages.map(({ role, parts }) => [role, parts.filter(({ type }) => type === 'thinking')]);
      expect(shown(again.world.messages)).toEqual(shown(uninterrupted.world.messages));
    }
  });
});

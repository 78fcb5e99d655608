import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMcpHost } from '#test/fakes/mcp-host.ts';
import { SUMMARY } from '#core/normalize/base/overlays.ts';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import { steps } from '#test/runs.ts';
import { createMcpBench, stdio } from '../../host/mcp/support/bench.ts';
import type { McpBench } from '../../host/mcp/support/bench.ts';
import { AgentWorld, openProfile, SEATS, TARGETS } from './agent-world.ts';

const STEPS = steps(200, 400);
const WINDOW = 32_000;
const PLAN = 'builtin_planning_server__';
const GOAL = 'Port the parser to Rust, file by file.';
const CONSTRAINT = 'Never touch the folder vendor/, and keep every public name exactly as it is: 파서는 그대로 둡니다.';
const TODOS = ['read the grammar', 'port the lexer', 'port the parser', 'compare the trees'];

const read = (path: string, lines: number) => `!tool desk__read ${JSON.stringify({ path, lines })}`;
const write = (path: string) => `!tool desk__write ${JSON.stringify({ path, content: `fn ${path}() {}` })}`;
const check = (path: string) => `!tool desk__check ${JSON.stringify({ path })}`;

/** Rounds of one run. What a summary keeps verbatim starts them again, so the run never ends on its own. */
const ROUNDS = Array.from({ length: 40 }, (_, n) => [read(`a${n}.ts`, 160), write(`a${n}.rs`), check(`a${n}`)]).flat();

let bench: McpBench;
let host: McpHost;

beforeAll(async () => {
  bench = await createMcpBench();
  await bench.ready('Desk', stdio(process.execPath, [fileURLToPath(new URL('desk-server.ts', import.meta.url))]));
  host = openMcpHost(bench);
}, 60_000);
afterAll(() => bench.close());

function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 1_048_576;
}

/** Every question is approved. */
function allowEverything(world: AgentWorld, id: string): void {
  world.agentRuns.store.subscribe(({ runs }) => {
    const open = runs.get(id)?.approvals.find(({ deciding }) => !deciding);
    const [grant] = open?.offers.toReversed() ?? [];
    if (open && grant) void world.agent.decide(id, open.key, { allow: grant });
  });
}

describe(`a run of ${STEPS} steps in a small window`, () => {
  it('keeps goal, constraints and todos, is refused nowhere, and does not grow', { timeout: 900_000 }, async () => {
    const world = new AgentWorld(await openProfile(), host);
    const { dynamic_context_pruning: pruning } = DEFAULT_CONFIGURATION.experimental;
    world.facts = { contextWindow: WINDOW, maxOutput: 4_000 };
    world.configuration = {
      experimental: {
        ...DEFAULT_CONFIGURATION.experimental,
        dcp_for_compaction: true,
        dynamic_context_pruning: {
          ...pruning,
          enabled: true,
          strategies: { ...pruning.strategies, supersede_writes: { enabled: true, aggressive: true } },
        },
      },
    };
    const id = await world.begin('claude');
    await world.agent.setMode(id, 'auto');
    await world.agent.setAutoContinue(id, false);
    allowEverything(world, id);
    await world.send(
      id,
      [
        `!tool ${PLAN}create_goal ${JSON.stringify({ goal: GOAL })}`,
        ...TODOS.map((content) => `!tool ${PLAN}add_todo ${JSON.stringify({ content })}`),
        'Make a plan.',
      ].join('\n'),
    );
    for (let turn = 0; turn < 5; turn++)
      await world.send(id, `${read('notes.md', 30)}\n${write('notes.rs')}\n${check('notes')}\nLook ${turn}.`);

    const before = world.sent.length;
    const heaps: number[] = [];
    const sizes: number[] = [];
    const without: number[] = [];
    world.limits = { steps: STEPS };
    world.onRequest = async (count) => {
      const step = count - before;
      if (step % 50 === 0) await world.chat.setTarget(id, TARGETS[SEATS[(step / 50) % SEATS.length] ?? 'claude']);
      if (step % 100 === 0) heaps.push(heap());
      const body = JSON.stringify(world.sent[count - 1]?.body);
      sizes.push(body.length);
      if (!body.includes(GOAL) || !body.includes(CONSTRAINT)) without.push(step);
      // Inspected bodies must not count as growth.
      const looked = world.sent[count - 2];
      if (looked) looked.body = null;
    };
    await world.send(id, `${GOAL}\n${CONSTRAINT}\n${ROUNDS.join('\n')}`);
    const end = world.agentRuns.store.getState().ends.get(id);
    expect(end?.reason).toEqual({ kind: 'steps', limit: STEPS });
    expect(world.refusals()).toEqual([]);
    expect(world.errors).toEqual([]);

    expect(without).toEqual([]);
    const answers = (await world.path(id)).filter(({ role }) => role === 'assistant').slice(-STEPS);
    expect(new Set(answers.map(({ origin }) => origin?.model)).size).toBe(SEATS.length);
    const used = answers.map(({ usage }) => usage?.input ?? 0);
    expect(Math.max(...used)).toBeLessThanOrEqual(WINDOW - 4_000);
    expect((await world.db.plans.get(id))?.todos.map(({ content }) => content)).toEqual(TODOS);

    const summaries = await world.db.overlays.filter(({ kind }) => kind === SUMMARY).toArray();
    const most = (from: number, to: number) => Math.max(...sizes.slice(from, to));
    expect(summaries.length).toBeGreaterThanOrEqual(3);
    expect(most(-STEPS / 4, Infinity)).toBeLessThan(most(0, STEPS / 2) * 1.15);
    const counts = {
      requests: sizes.length,
      summaries: summaries.length,
      pruned: await world.db.overlays.filter(({ kind }) => kind === 'pruned').count(),
      shortened: await world.db.overlays.filter(({ kind }) => kind === 'shortened').count(),
      mostTokens: Math.max(...used),
      bodyKB: [most(0, 100), most(100, 200), most(200, 300), most(300, 400)].map((size) => Math.round(size / 1_024)),
      heapMB: heaps.map((size) => Math.round(size)),
      compileMsPerRequest: Math.round(world.compileMs / sizes.length),
    };
    process.stdout.write(`${JSON.stringify(counts)}\n`);
  });
});

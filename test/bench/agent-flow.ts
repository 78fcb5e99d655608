import type { RunLimits } from '#core/agent/run-agent.ts';
import { AgentWorld, openProfile } from '../flows/agent/agent-world.ts';

/**
 * A run of a thousand steps through the entire page: database, journal, compile, real service, practice vendor, MCP
 * server. Prints processor time, time to compile, size of the requests and the retained heap; nothing here fails on a
 * slow machine. `node --expose-gc test/bench/agent-flow.ts [steps]`; without the flag the heap isn't exact.
 */
const STEPS = Number(process.argv[2] ?? 1_000);
const EVERY = Math.max(1, Math.floor(STEPS / 10));

const print = (line: string) => process.stdout.write(`${line}\n`);
const column = (value: number | string, width = 10) => `${value}`.padStart(width);

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function heapMb(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

const limits: Partial<RunLimits> = { steps: STEPS, repeats: Number.MAX_SAFE_INTEGER };
const world = new AgentWorld(await openProfile());
world.limits = limits;
const id = await world.begin('claude');
await world.send(id, 'hello');

const lines = Array.from(
  { length: 400 },
  (_, n) => `!tool builtin_planning_server__create_goal {"goal": "story ${n}"}`,
);
let last = { step: 0, cpu: processorMs(), compile: world.compileMs };
const before = heapMb();
print(`${['step', 'cpu/step', 'compile', 'messages', 'body kB', 'heap MB'].map((name) => column(name)).join('')}   ms`);
world.onRequest = () => {
  const step = world.run(id)?.step ?? 0;
  const body = world.sent.at(-1)?.body as { messages?: unknown[] } | undefined;
  if (step % EVERY === 0 && step > last.step) {
    const now = { step, cpu: processorMs(), compile: world.compileMs };
    const steps = step - last.step;
    const cells = [
      step,
      ((now.cpu - last.cpu) / steps).toFixed(1),
      ((now.compile - last.compile) / steps).toFixed(1),
      body?.messages?.length ?? 0,
      (JSON.stringify(body).length / 1e3).toFixed(0),
      (heapMb() - before).toFixed(1),
    ];
    print(cells.map((cell) => column(cell)).join(''));
    last = now;
  }
  world.sent.length = 0;
};
await world.send(id, ['!speed 0', ...lines, 'go on and on'].join('\n'));
const rows = await world.db.runRecords.count();
const end = world.agentRuns.store.getState().ends.get(id);
print(
  `ended: ${JSON.stringify(end?.reason)}; ${(await world.path(id)).length} messages, ${rows} records, errors: ${world.errors.length}`,
);

world.sent.length = 0;
const full = heapMb();
print(`heap: ${(full - before).toFixed(1)} MB with the database in memory`);

// The heap retained after everything stored was removed. With a leak, every further run would leave more.
const AGAIN = Math.max(1, Math.floor(STEPS / 10));
world.limits = { ...limits, steps: AGAIN };
const left: number[] = [];
for (let round = 0; round < 5; round += 1) {
  await Promise.all(world.db.tables.map((table) => table.clear()));
  await new Promise((resolve) => setTimeout(resolve, 100));
  left.push(heapMb() - before);
  await world.send(await world.begin('claude'), ['!speed 0', ...lines, 'again'].join('\n'));
  world.sent.length = 0;
}
print(`heap without what was stored, after the run and after each of ${left.length - 1} more of ${AGAIN} steps, MB:`);
print(left.map((mb) => mb.toFixed(1)).join(', '));
process.exit(0);

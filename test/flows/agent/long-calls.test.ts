import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMcpHost } from '#test/fakes/mcp-host.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { createMcpBench, type McpBench } from '../../host/mcp/support/bench.ts';
import { AgentWorld, openProfile, resultsOf } from './agent-world.ts';

let bench: McpBench;
let folder: string;

beforeAll(async () => {
  bench = await createMcpBench();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'baton-long-')));
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

/** Runs one command, while minutes of the window pass in half a second, and returns its result. */
async function run(args: { command: string; timeout?: number }) {
  const world = new AgentWorld(await openProfile(), openMcpHost(bench));
  const id = await world.begin('claude');
  await world.agent.attachFolder(id, folder, false);
  const sent = world.send(id, `!tool builtin_shell_server__run ${JSON.stringify(args)}\nrun it`);
  await until(() => (world.run(id)?.approvals.length ?? 0) > 0, 'a question');
  world.wait = (ms) => ms / 120;
  await world.agent.decide(id, required(world.run(id)?.approvals[0]).key, { allow: 'once' });
  await sent;
  return required(resultsOf(await world.path(id))[0]);
}

describe('a command', () => {
  it('may print nothing for longer than a minute', async () => {
    const { text, outcome } = await run({ command: 'sleep 1; echo built' });
    expect(text).toMatch(/^built\n/);
    expect(outcome).toMatchObject({ status: 'ok' });
  });

  it('runs for as long as its own limit says', async () => {
    const command = 'for i in 1 2 3 4 5 6 7; do echo $i; sleep 1; done';
    const { text, outcome } = await run({ command, timeout: 3600 });
    expect(text).toMatch(/^1\n2\n3\n4\n5\n6\n7\n/);
    expect(outcome).toMatchObject({ status: 'ok' });
  }, 30_000);

  it('that waits for others to end doesn’t run any more in Plan, although it was allowed', async () => {
    const world = new AgentWorld(await openProfile(), openMcpHost(bench));
    const id = await world.begin('claude');
    await world.agent.attachFolder(id, folder, false);
    const calls = ['one', 'two', 'three'].map((name) => {
      const args = { command: `echo ${name} >> ran.txt; sleep 2`, timeout: 30 };
      return `builtin_shell_server__run ${JSON.stringify(args)}`;
    });
    const sent = world.send(id, `!parallel ${calls.join(' ')}\nrun them`);
    for (let allowed = 0; allowed < calls.length; allowed++) {
      await until(() => (world.run(id)?.approvals.length ?? 0) > 0, 'a question');
      await world.agent.decide(id, required(world.run(id)?.approvals[0]).key, { allow: 'once' });
    }
    // The call begins to wait.
    await until(() => world.run(id)?.calls[2]?.decision !== undefined, 'the last decision');
    await world.path(id);
    await world.agent.setMode(id, 'plan');
    await sent;
    const results = resultsOf(await world.path(id));
    expect(results.map(({ outcome }) => outcome?.status)).toEqual(['ok', 'ok', 'denied']);
    expect(readFileSync(join(folder, 'ran.txt'), 'utf8')).not.toContain('three');
  }, 30_000);
});

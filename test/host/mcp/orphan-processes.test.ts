import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OrphanProcessList } from '#contract/orphan-processes.ts';
import { readProcStat } from '#host/mcp/process/proc-stat.ts';
import { pageHeaders } from '#test/fakes/host-deps.ts';
import { type McpBench, SESSION, createMcpBench, eventually, groupOf, textOf } from './support/bench.ts';

const ID = 'builtin_shell_server';
const linux = process.platform === 'linux';

let folder: string;
let bench: McpBench;
let client: Client;
const started: number[] = [];

async function open(options: Parameters<typeof createMcpBench>[0] = {}): Promise<void> {
  bench = await createMcpBench(options);
  client = await bench.connect(ID);
  await attach(SESSION);
}

const attach = (session: string) => bench.call('POST', `/api/mcp/sessions/${session}/folders`, { path: folder });

async function run(command: string, session = SESSION): Promise<string> {
  const args = { command };
  const ticket = await bench.ticket(ID, 'run', args, session);
  return textOf(await client.callTool({ name: 'run', arguments: args, _meta: ticket }));
}

/** Leaves its process group and prints its pid; `exec` so that the pid is the program's. */
const leave = (program: string) =>
  `setsid sh -c 'echo $$ > pid.tmp; mv pid.tmp pid; exec ${program}' > /dev/null 2>&1 & until [ -s pid ]; do sleep 0.02; done; cat pid; rm pid`;

async function leaveRunning(program = 'sleep 600', session = SESSION): Promise<number> {
  const pid = Number.parseInt(await run(leave(program), session), 10);
  expect(pid).toBeGreaterThan(1);
  started.push(pid);
  return pid;
}

const running = async (pid: number) => (await groupOf(pid)).includes(pid);
const list = async () =>
  OrphanProcessList.parse(await (await bench.call('GET', '/api/left-running')).json()).conversations;
const file = () => join(bench.bench.home, 'left-running.json');
const switchOff = () =>
  writeFileSync(
    join(bench.bench.home, 'config.jsonc'),
    JSON.stringify({ disabled_hooks: ['interactive-bash-session'] }),
  );

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'left-')));
});
afterEach(async () => {
  await bench.close();
  for (const pid of started.splice(0))
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, as it should.
    }
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(linux)('what a command leaves running', () => {
  beforeEach(() => open());

  test('is told with its command line, by conversation, and noted where only this user can read', async () => {
    const pid = await leaveRunning();
    expect(await running(pid)).toBe(true);
    expect(await list()).toEqual([{ session: SESSION, processes: [{ pid, command: 'sleep 600' }] }]);
    expect(readFileSync(file(), 'utf8')).toContain(`"pid":${pid},"born":"${(await readProcStat(pid)).born}"`);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test('ends where the user says so, also when it does not listen, and the page is told', async () => {
    const stop = new AbortController();
    const response = await fetch(`${bench.origin}/api/events`, { headers: pageHeaders(), signal: stop.signal });
    let logged = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) logged += new TextDecoder().decode(chunk);
    })().catch(() => undefined);
    const polite = await leaveRunning();
    const stubborn = await leaveRunning('sh -c "trap : TERM; while :; do sleep 0.1; done"');
    await eventually(() => logged.includes('left-running-changed'), 'told of what is left');
    logged = '';
    expect((await bench.call('DELETE', `/api/left-running/${SESSION}`)).status).toBe(204);
    expect([await running(polite), await running(stubborn)]).toEqual([false, false]);
    expect(await list()).toEqual([]);
    await eventually(() => logged.includes('left-running-changed'), 'told of its end');
    stop.abort();
    await reading;
  });

  test('ends with its conversation and not with another one', async () => {
    await attach('other');
    const [mine, others] = [await leaveRunning(), await leaveRunning('sleep 601', 'other')];
    await bench.call('DELETE', `/api/mcp/sessions/${SESSION}`);
    expect(await running(mine)).toBe(false);
    expect(await running(others)).toBe(true);
    expect((await list()).map(({ session }) => session)).toEqual(['other']);
    expect(readFileSync(file(), 'utf8')).not.toContain(`"pid":${mine},`);
  });

  test('ends when Baton quits', async () => {
    const pid = await leaveRunning();
    await bench.host.close();
    expect(await running(pid)).toBe(false);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ version: 1, processes: [] });
  });

  test('is out of the list once it has ended by itself; a call that goes on was never in it', async () => {
    const pid = await leaveRunning();
    const going = run(`${leave('sleep 602')}; : > there; until [ -e go ]; do sleep 0.02; done`);
    await eventually(() => existsSync(join(folder, 'there')), 'the second call has left something too');
    expect((await list()).flatMap(({ processes }) => processes.map((one) => one.pid))).toEqual([pid]);
    writeFileSync(join(folder, 'go'), '');
    const second = Number.parseInt(await going, 10);
    started.push(second);
    process.kill(pid, 'SIGKILL');
    await eventually(async () => !(await running(pid)), 'it has ended');
    expect((await list()).flatMap(({ processes }) => processes.map((one) => one.pid))).toEqual([second]);
  });

  test('goes with its conversation also where its call is under way', async () => {
    const going = run(`${leave('sleep 605')}; cp pid kept; : > there; sleep 600`.replace('cat pid; rm pid', 'cat pid'));
    await eventually(() => existsSync(join(folder, 'there')), 'the call has left something');
    const pid = Number.parseInt(readFileSync(join(folder, 'kept'), 'utf8'), 10);
    started.push(pid);
    await bench.call('DELETE', `/api/left-running/${SESSION}`);
    expect(await running(pid)).toBe(true);
    await bench.call('DELETE', `/api/left-running/${SESSION}?calls=1`);
    expect(await running(pid)).toBe(false);
    expect(await going).toMatch(/ended by|exit code 1\d\d/);
    expect(await list()).toEqual([]);
  });

  test('what ends with its command is never told of, and nothing is written', async () => {
    await run('sleep 60 & echo done');
    expect(await list()).toEqual([]);
    expect(existsSync(file())).toBe(false);
  });

  test('is left alone when that is switched off: not marked, not told, not ended', async () => {
    const before = await leaveRunning();
    switchOff();
    expect(await run('env')).not.toContain('BATON_SESSION');
    const pid = await leaveRunning();
    expect(await list()).toEqual([]);
    await bench.call('DELETE', `/api/left-running/${SESSION}`);
    await bench.call('DELETE', `/api/mcp/sessions/${SESSION}`);
    await bench.host.close();
    expect([await running(before), await running(pid)]).toEqual([true, true]);
  });
});

describe.runIf(linux)('what a killed host left behind', () => {
  test('is ended by the next one where number, birth and mark agree, and nothing else is', async () => {
    const home = mkdtempSync(join(tmpdir(), 'left-home-'));
    const program = fileURLToPath(new URL('support/bench-to-kill.ts', import.meta.url));
    const host = spawn(process.execPath, [program, home, folder, leave('sleep 603')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) =>
      host.stdout.once('data', (chunk: Buffer) => resolve(Number.parseInt(chunk.toString(), 10))),
    );
    started.push(pid);
    host.kill('SIGKILL');
    await new Promise((resolve) => host.once('exit', resolve));
    expect(await running(pid)).toBe(true);

    const noted = join(home, 'left-running.json');
    const { processes } = JSON.parse(readFileSync(noted, 'utf8')) as {
      processes: { session: string; pid: number; born: string; mark: string }[];
    };
    expect(processes).toMatchObject([{ session: SESSION, pid }]);
    const mark = processes[0]?.mark ?? '';
    const stranger = async () => {
      const made = spawn('sleep', ['604'], {
        detached: true,
        stdio: 'ignore',
        env: { PATH: process.env['PATH'], BATON_SESSION: mark },
      });
      started.push(made.pid ?? 0);
      return { session: SESSION, pid: made.pid ?? 0, born: (await readProcStat(made.pid ?? 0)).born, mark };
    };
    const [later, unmarked] = [await stranger(), await stranger()];
    const notes = [...processes, { ...later, born: '1' }, { ...unmarked, mark: `${mark}0` }];
    writeFileSync(noted, JSON.stringify({ version: 1, processes: notes }));

    await open({ deps: { home } });
    await eventually(async () => !(await running(pid)), 'ended by the next host');
    await eventually(() => !readFileSync(noted, 'utf8').includes(mark), 'no longer noted');
    expect([await running(later.pid), await running(unmarked.pid)]).toEqual([true, true]);
    rmSync(home, { recursive: true, force: true });
  });

  test('a note that cannot be understood ends nothing and hinders nothing', async () => {
    const home = mkdtempSync(join(tmpdir(), 'left-home-'));
    writeFileSync(join(home, 'left-running.json'), '{"version":1,"processes":[{"pid":1}]}');
    await open({ deps: { home } });
    const pid = await leaveRunning();
    expect(readFileSync(join(home, 'left-running.json'), 'utf8')).toContain(`"pid":${pid},`);
    await bench.host.close();
    rmSync(home, { recursive: true, force: true });
  });
});

test('where the system cannot be looked at, nothing is marked and nothing is told', async () => {
  await open({ host: { processes: null } });
  expect(await run('env')).not.toContain('BATON_SESSION');
  expect(await list()).toEqual([]);
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NON_INTERACTIVE_ENV } from '#core/reliability/non-interactive-env.ts';
import { type McpBench, SESSION, createMcpBench, eventually, groupOf, textOf } from './support/bench.ts';

const ID = 'builtin_shell_server';
let bench: McpBench;
let client: Client;
let folder: string;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'shell-')));
  bench = await createMcpBench({
    env: {
      OPENAI_API_KEY: 'CANARY-openai-key',
      MY_TOKEN: 'CANARY-token',
      BATON_HOME: '/x',
      EDITOR: 'vim',
      PLAIN: 'CANARY-plain',
      JAVA_HOME: '/kept',
    },
  });
  client = await bench.connect(ID);
  await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders`, { path: folder });
});
afterEach(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (command: string, more: object = {}, options = {}) =>
  bench.run(client, ID, 'run', { command, ...more }, options);
describe('run', () => {
  test('in the attached folder, with output of both kinds and the exit code', async () => {
    mkdirSync(join(folder, 'sub'));
    expect(textOf(await run('pwd; echo to stderr >&2'))).toMatch(
      new RegExp(`^${folder}\\nto stderr\\n\\n?\\[exit code 0`),
    );
    expect(textOf(await run('pwd', { folder: 'sub' }))).toContain(join(folder, 'sub'));
    const failed = await run('echo no; exit 3');
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toMatch(/no\n.*\[exit code 3/s);
    expect((await run('pwd', { folder: '..' })).isError).toBe(true);
  });

  test('without a folder nothing runs', async () => {
    const args = { command: 'echo x' };
    const result = await client.callTool({
      name: 'run',
      arguments: args,
      _meta: await bench.ticket(ID, 'run', args, 'other'),
    });
    expect(result.isError).toBe(true);
  });

  test('the environment asks nobody and holds no key', async () => {
    const text = textOf(await run('env'));
    for (const [name, value] of Object.entries(NON_INTERACTIVE_ENV)) expect(text).toContain(`${name}=${value}`);
    expect(text).toContain('JAVA_HOME=/kept');
    expect(text).not.toContain('CANARY');
    expect(text).not.toContain('BATON_HOME');
  });

  test('the user decides: neither changed nor commented on when switched off, wider when allowed', async () => {
    expect(textOf(await run('echo x | less'))).toMatch(/^\[less waits for a person/);
    const user = { disabled_hooks: ['non-interactive-env'], env_allow_list: ['MY_TOKEN', 'OPENAI_API_KEY'] };
    // The file asks for it; only the user's approval allows it.
    await bench.call('POST', '/api/consents/env', { name: 'MY_TOKEN' });
    writeFileSync(join(bench.bench.home, 'config.jsonc'), JSON.stringify(user));
    const text = textOf(await run('env'));
    expect(text).toContain('EDITOR=vim');
    expect(text).not.toMatch(/^(GIT_MERGE_AUTOEDIT|GCM_INTERACTIVE)=/m);
    expect(text).toContain('MY_TOKEN=CANARY-token');
    expect(text).not.toContain('CANARY-openai-key');
    expect(textOf(await run('echo x | less'))).not.toContain('waits for a person');
  });

  test('a character that comes in two pieces stays whole when an error is printed in between', async () => {
    const halves = `printf '\\355\\225'; sleep 0.2; printf '경고' >&2; sleep 0.2; printf '\\234글'`;
    const text = textOf(await run(halves));
    expect(text).not.toContain('\ufffd');
    expect(text).toMatch(/^경고한글\n/);
  });

  test('its input is closed: what asks gets an end at once', async () => {
    const began = Date.now();
    expect(textOf(await run('cat; read answer || echo nobody there'))).toContain('nobody there');
    expect(Date.now() - began).toBeLessThan(3000);
  });

  test('output comes while it runs', async () => {
    const seen: string[] = [];
    const call = run(
      'echo first; sleep 0.6; echo second',
      {},
      { onprogress: ({ message }: { message?: string }) => void seen.push(message ?? '') },
    );
    await eventually(() => seen.length > 0, 'live output');
    expect(seen.join('')).toBe('first\n');
    await call;
    expect(seen.join('')).toBe('first\nsecond\n');
  });

  test('what it tells a terminal is left out, at once and in the end, also where it comes in pieces', async () => {
    const seen: string[] = [];
    const command = `printf '\\033[1;3'; sleep 0.3; printf '2mgreen\\033(B\\033[m \\033]0;title\\007done\\n'`;
    const text = textOf(
      await run(command, {}, { onprogress: ({ message }: { message?: string }) => void seen.push(message ?? '') }),
    );
    expect(text).toMatch(/^green done\n/);
    expect(seen.join('')).toBe('green done\n');
  });

  test('too long: it and all it started end, and it says so', async () => {
    const result = await run('echo begun; sleep 60 & sleep 60', { timeout: 0.4 });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/begun\n.*took too long/s);
    await eventually(async () => (await groupOf(bench.pids.at(-1) ?? 0)).length === 0, 'all ended');
  });

  test('cancelled: it and all it started end, whatever they do against it', async () => {
    const stop = new AbortController();
    const call = run(`trap '' TERM; (trap '' TERM; sleep 60) & sleep 60; sleep 60`, {}, { signal: stop.signal });
    await eventually(() => bench.pids.length === 1, 'started');
    await new Promise((resolve) => setTimeout(resolve, 150));
    stop.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await eventually(async () => (await groupOf(bench.pids[0] ?? 0)).length === 0, 'all ended');
  });

  test('what it leaves in the background ends with it and does not hold the call', async () => {
    const began = Date.now();
    expect(textOf(await run('sleep 60 & echo done'))).toContain('done');
    expect(Date.now() - began).toBeLessThan(3000);
    expect(await groupOf(bench.pids[0] ?? 0)).toEqual([]);
  });

  test('a command that waits for a person is run with advice', async () => {
    expect(textOf(await run('echo x | less'))).toMatch(/^\[less waits for a person/);
    expect(textOf(await run('echo "git add -p is only said"'))).not.toContain('waits for a person');
  });
});

describe('long output', () => {
  test('comes whole: what a model is shown of it is decided where its room is known', async () => {
    const text = textOf(await run('seq 1 20000'));
    expect(text.startsWith('1\n2\n')).toBe(true);
    expect(text).toContain('\n10000\n10001\n');
    expect(text).toMatch(/\n20000\n\n?\[exit code 0/);
  });

  test('a hundred megabytes are held in part only', async () => {
    const before = process.memoryUsage().rss;
    const text = textOf(await run('head -c 100000000 /dev/zero | tr "\\0" "x"'));
    expect(text).toMatch(/\d+ characters left out: the output is larger than Baton keeps/);
    expect(text.length).toBeLessThan(8_000_000);
    expect(text).toMatch(/exit code 0/);
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  });
});

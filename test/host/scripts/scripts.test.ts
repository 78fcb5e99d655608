import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RUN_HEADER } from '#contract/headers.ts';
import { type RunScripts, ScriptList, ScriptsAnswerSchema } from '#contract/scripts.ts';
import { pageHeaders } from '#test/fakes/host-deps.ts';
import { type McpBench, SESSION, alive, createMcpBench, groupOf } from '../mcp/support/bench.ts';

let bench: McpBench;
let scripts: string;

beforeEach(async () => {
  bench = await createMcpBench({
    env: { ANTHROPIC_API_KEY: 'sk-ant-CANARY-0001', MY_TOKEN: 'canary-token', EDITOR_HOME: 'seen' },
  });
  scripts = join(bench.bench.home, '..', 'scripts');
  mkdirSync(scripts);
});
afterEach(async () => {
  await bench.close();
});

type Group = { matcher?: string; hooks: { type: 'command'; command: string; timeout?: number }[] };

/** A Node script that has read its input. Returns its command line. */
function script(name: string, body: string): string {
  const file = join(scripts, name);
  writeFileSync(
    file,
    `let text = ''; process.stdin.on('data', (d) => (text += d)).on('end', () => { const input = JSON.parse(text);\n${body}\n});`,
  );
  return `"${process.execPath}" "${file}"`;
}

const command = (line: string, timeout?: number): Group => ({
  hooks: [{ type: 'command', command: line, ...(timeout !== undefined && { timeout }) }],
});

function configure(hooks: Record<string, Group[]>, more: object = {}): void {
  const config = { enabled_hooks: ['claude-code-hooks'], hooks, ...more };
  writeFileSync(join(bench.bench.home, 'config.jsonc'), JSON.stringify(config));
}

const list = async () => ScriptList.parse(await (await bench.call('GET', '/api/scripts')).json()).scripts;
const agree = (hash: string) => bench.call('POST', '/api/scripts/consents', { hash });

const letThrough = async (name: string) =>
  expect((await bench.call('POST', '/api/consents/env', { name })).status).toBe(200);

async function agreeToAll(): Promise<void> {
  for (const { hash } of await list()) expect((await agree(hash)).status).toBe(200);
}

const CALL = { tool: 'builtin_shell_server__run', call: 'call-1', args: { command: 'rm -rf build' } };
const before: RunScripts['occasion'] = { event: 'PreToolUse', ...CALL };

async function run(occasion: RunScripts['occasion'] = before) {
  const answer = await bench.call('POST', '/api/scripts/runs', { session: SESSION, folderOf: SESSION, occasion });
  expect(answer.status).toBe(200);
  return ScriptsAnswerSchema.parse(await answer.json());
}

const NOTHING = { notes: [], context: [] };

describe('consent', () => {
  const marker = () => join(scripts, 'ran');
  const touches = () => script('touch.cjs', `require('node:fs').appendFileSync(${JSON.stringify(marker())}, 'x');`);

  test('without it nothing is run, with it once for each event it is for', async () => {
    configure({ PreToolUse: [{ matcher: 'Bash', ...command(touches()) }] });
    expect(await run()).toEqual(NOTHING);
    expect(existsSync(marker())).toBe(false);
    await agreeToAll();
    expect(await run()).toEqual(NOTHING);
    expect(readFileSync(marker(), 'utf8')).toBe('x');
    await run({ ...before, tool: 'builtin_workspace_server__read' });
    await run({ event: 'Stop', active: false, answer: '' });
    expect(readFileSync(marker(), 'utf8')).toBe('x');
  });

  test('holds for this very definition: any change asks again', async () => {
    const line = touches();
    configure({ PreToolUse: [{ matcher: 'Bash', ...command(line) }] });
    await agreeToAll();
    const changes: Record<string, Group[]>[] = [
      { PreToolUse: [{ matcher: 'Bash|Read', ...command(line) }] },
      { PreToolUse: [{ matcher: 'Bash', ...command(`${line} --more`) }] },
      { PreToolUse: [{ matcher: 'Bash', ...command(line, 5) }] },
      { PostToolUse: [{ matcher: 'Bash', ...command(line) }] },
    ];
    for (const hooks of changes) {
      configure(hooks);
      expect((await list()).map(({ agreed }) => agreed)).toEqual([false]);
      await run();
      expect(existsSync(marker())).toBe(false);
    }
    configure({ PreToolUse: [{ matcher: 'Bash', ...command(line) }] });
    expect((await list()).map(({ agreed }) => agreed)).toEqual([true]);
    await letThrough('MY_TOKEN');
    expect((await list()).map(({ agreed }) => agreed)).toEqual([false]);
  });

  test('what was shown must still be there, and what was taken back is not run', async () => {
    configure({ PreToolUse: [command(touches())] });
    const [shown] = await list();
    const hash = shown?.hash ?? '';
    configure({ PreToolUse: [command(`${touches()} --other`)] });
    expect((await agree(hash)).status).toBe(409);
    expect((await agree('0'.repeat(64))).status).toBe(409);
    await agreeToAll();
    const [now] = await list();
    expect((await bench.call('DELETE', `/api/scripts/consents/${now?.hash ?? ''}`)).status).toBe(200);
    await run();
    expect(existsSync(marker())).toBe(false);
  });

  test('switched off, nothing is run; a folder’s file neither brings scripts nor takes them away', async () => {
    configure({ PreToolUse: [command(touches())] }, { enabled_hooks: [] });
    await agreeToAll();
    await run();
    expect(existsSync(marker())).toBe(false);
    const folder = join(scripts, 'project');
    mkdirSync(join(folder, '.baton'), { recursive: true });
    writeFileSync(
      join(folder, '.baton', 'config.jsonc'),
      JSON.stringify({ disabled_hooks: ['claude-code-hooks'], hooks: { PreToolUse: [command('exit 2')] } }),
    );
    expect((await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders`, { path: folder })).status).toBe(200);
    configure({ PreToolUse: [command(touches())] });
    expect(await run()).toEqual(NOTHING);
    expect(readFileSync(marker(), 'utf8')).toBe('x');
  });

  test('shows every word, what is hidden in it, and what it gets to see', async () => {
    configure({ Stop: [command('./notify.sh \u202e"done"', 7)] });
    await letThrough('EDITOR_HOME');
    const [row] = await list();
    expect(row).toMatchObject({
      event: 'Stop',
      matcher: null,
      command: { text: './notify.sh \\u{202e}"done"', hidden: true },
      seconds: 7,
      fromFolder: true,
      agreed: false,
    });
    expect(row?.env).toContain('EDITOR_HOME');
    expect(row?.env).toContain('CLAUDE_PROJECT_DIR');
    expect(row?.env.filter((name) => /KEY|TOKEN|BATON/.test(name))).toEqual([]);
  });
});

describe('what a script is given', () => {
  test('the call on its input, its folder, no key and no terminal', async () => {
    const line = script(
      'tell.cjs',
      `process.stderr.write(JSON.stringify({ input, cwd: process.cwd(), env: process.env })); process.exitCode = 2;`,
    );
    const folder = join(scripts, 'project');
    mkdirSync(folder);
    await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders`, { path: folder });
    configure({ PreToolUse: [command(line)] });
    await agreeToAll();
    const { refused } = await run();
    const received = JSON.parse(refused?.text ?? '{}') as Record<'cwd' | 'env' | 'input', Record<string, unknown>>;
    expect(received.cwd).toBe(folder);
    expect(received.input).toEqual({
      session_id: SESSION,
      cwd: folder,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      baton_tool: 'builtin_shell_server__run',
      tool_use_id: 'call-1',
      tool_input: { command: 'rm -rf build' },
    });
    expect(received.env).toMatchObject({ CI: 'true', CLAUDE_PROJECT_DIR: folder });
    expect(JSON.stringify(received.env)).not.toContain('CANARY');
    expect(received.env).not.toHaveProperty('MY_TOKEN');
  });
});

describe('what becomes of it', () => {
  test('where its folder is gone, it runs in another one', async () => {
    const guard = script('cwd.cjs', `process.stderr.write(process.cwd()); process.exitCode = 2;`);
    const [first, second] = ['first', 'second'].map((name) => join(scripts, name)) as [string, string];
    for (const path of [first, second]) {
      mkdirSync(path);
      await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders`, { path });
    }
    configure({ PreToolUse: [command(guard)] });
    await agreeToAll();
    expect((await run()).refused?.text).toBe(first);
    rmSync(first, { recursive: true });
    expect((await run()).refused?.text).toBe(second);
    rmSync(second, { recursive: true });
    expect((await run()).refused?.text).toEqual(expect.any(String));
  });

  test('one that refuses ends the row; those before it have had their say', async () => {
    const changes = script(
      'change.cjs',
      `console.log(JSON.stringify({ hookSpecificOutput: { updatedInput: { command: 'ls' } } }));`,
    );
    const refuses = script('guard.cjs', `console.error('no: ' + input.tool_input.command); process.exitCode = 2;`);
    const never = script('never.cjs', `require('node:fs').writeFileSync(${JSON.stringify(join(scripts, 'ran'))}, '');`);
    configure({ PreToolUse: [command(changes), command(refuses), command(never)] });
    await agreeToAll();
    expect(await run()).toEqual({
      notes: [
        { script: 'change.cjs', event: 'PreToolUse', did: 'changed', text: '{"command":"ls"}' },
        { script: 'guard.cjs', event: 'PreToolUse', did: 'blocked', text: 'no: ls' },
      ],
      args: { command: 'ls' },
      refused: { script: 'guard.cjs', text: 'no: ls' },
      context: [],
    });
    expect(existsSync(join(scripts, 'ran'))).toBe(false);
  });

  test('one that crashes, floods, lies or is not there is told of, and the next one runs', async () => {
    const crash = script('crash.cjs', `throw new Error('boom');`);
    const flood = script(
      'flood.cjs',
      `const line = 'x'.repeat(65536); for (let n = 0; n < 400; n++) process.stdout.write(line);`,
    );
    const lie = script('lie.cjs', `console.log('{"decision": "block", ');`);
    const deaf = `"${process.execPath}" -e "process.stdin.destroy(); console.error('deaf'); process.exit(2)"`;
    configure({
      PreToolUse: [command(crash), command(flood), command(lie), command('no-such-program-anywhere'), command(deaf)],
    });
    await agreeToAll();
    const { notes, refused } = await run({ ...before, args: { command: 'y'.repeat(2_000_000) } });
    expect(notes.map(({ script: name, did, why, detail }) => [name, did, why, detail])).toEqual([
      ['crash.cjs', 'failed', 'exit', '1'],
      ['flood.cjs', 'failed', 'size', undefined],
      ['lie.cjs', 'failed', 'json', undefined],
      ['no-such-program-anywhere', 'failed', 'exit', '127'],
      ['node', 'blocked', undefined, undefined],
    ]);
    expect(notes[0]?.text).toContain('boom');
    expect(refused).toEqual({ script: 'node', text: 'deaf' });
  });

  test('one that hangs is ended with everything it started, when its time is up', async () => {
    const hang = `sleep 300 & sleep 300`;
    configure({ Stop: [command(hang, 1)] });
    await agreeToAll();
    const { notes } = await run({ event: 'Stop', active: false, answer: 'done' });
    expect(notes).toEqual([{ script: 'sleep', event: 'Stop', did: 'failed', why: 'timeout', detail: '1', text: '' }]);
    const pid = bench.pids.at(-1) ?? 0;
    await expect.poll(() => groupOf(pid)).toEqual([]);
  });

  test('a cancel ends it, also before the answer, and says nothing', async () => {
    configure({ PreToolUse: [command('sleep 300')] });
    await agreeToAll();
    const asked = fetch(`${bench.origin}/api/scripts/runs`, {
      method: 'POST',
      headers: pageHeaders({ 'content-type': 'application/json', [RUN_HEADER]: 'run-1' }),
      body: JSON.stringify({ session: SESSION, folderOf: SESSION, occasion: before }),
    });
    await expect.poll(() => bench.pids.length).toBeGreaterThan(0);
    expect((await bench.call('DELETE', '/api/runs/run-1')).status).toBe(204);
    expect(ScriptsAnswerSchema.parse(await (await asked).json())).toEqual(NOTHING);
    expect(alive(bench.pids.at(-1) ?? 0)).toBe(false);
  });

  test('none outlives the host', async () => {
    configure({ PreToolUse: [command('sleep 300')] });
    await agreeToAll();
    const asked = run().catch(() => null);
    await expect.poll(() => bench.pids.length).toBeGreaterThan(0);
    await bench.host.close();
    expect(alive(bench.pids.at(-1) ?? 0)).toBe(false);
    await asked;
  });

  test('its words for the model come in order', async () => {
    configure({ UserPromptSubmit: [command('echo one'), command('echo two; exit 1'), command('echo three')] });
    await agreeToAll();
    const { context, notes } = await run({ event: 'UserPromptSubmit', prompt: 'hello' });
    expect(context.map(({ text }) => text)).toEqual(['one', 'three']);
    expect(notes.map(({ did }) => did)).toEqual(['added', 'failed', 'added']);
  });
});

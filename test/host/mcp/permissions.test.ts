import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MCP_SESSION_META, MCP_TURN_META } from '#contract/mcp-calls.ts';
import { AttachedFolders } from '#contract/mcp.ts';
import { CallScope, Permissions } from '#contract/permissions.ts';
import { type McpBench, SESSION, createMcpBench, textOf } from './support/bench.ts';

const FILES = 'builtin_workspace_server';
const SHELL = 'builtin_shell_server';
let bench: McpBench;
let files: Client;
let shell: Client;
let root: string;
let folder: string;

const attach = (path: string) => bench.call('POST', `/api/mcp/sessions/${SESSION}/folders`, { path });
const judge = (path: string, own: boolean) =>
  bench.call('POST', `/api/mcp/sessions/${SESSION}/folders/judge`, { path, own });
const acceptEdits = (session = SESSION) => bench.call('POST', `/api/mcp/sessions/${session}/edits`);
const stopEdits = () => bench.call('DELETE', `/api/mcp/sessions/${SESSION}/edits`);
const permissions = async () => Permissions.parse(await (await bench.call('GET', '/api/mcp/permissions')).json());

async function scopeOf(server: string, tool: string, args: object): Promise<CallScopeValue> {
  const response = await bench.call('POST', `/api/mcp/sessions/${SESSION}/scope`, { server, tool, arguments: args });
  const { scope } = (await response.json()) as { scope: unknown };
  return scope === null ? null : CallScope.parse(scope);
}
type CallScopeValue = ReturnType<typeof CallScope.parse> | null;

/** A call that the user has not seen. */
const unasked = (client: Client, name: string, args: Record<string, unknown>, session = SESSION) =>
  client.callTool({ name, arguments: args, _meta: { [MCP_SESSION_META]: session } });

async function alwaysAllow(command: string, rule: object): Promise<Response> {
  const shown = await bench.factsOf(SHELL, 'run');
  const call = { server: SHELL, tool: 'run', ...shown, session: SESSION, arguments: { command } };
  return bench.call('POST', '/api/mcp/approvals', { ...call, command: rule });
}

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'permissions-')));
  folder = join(root, 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.txt'), 'one');
  bench = await createMcpBench({ env: { HOME: join(root, 'home') } });
  [files, shell] = [await bench.connect(FILES), await bench.connect(SHELL)];
  await attach(folder);
});
afterEach(async () => {
  await bench.close();
  rmSync(root, { recursive: true, force: true });
});

describe('accepted edits', () => {
  const edit = (path: string) => unasked(files, 'write', { path, content: 'changed' });

  test('run without a ticket in the session they were accepted for, until they no longer are', async () => {
    await expect(edit('a.txt')).rejects.toThrow(/allowed this call/);
    await acceptEdits();
    expect((await edit('a.txt')).isError).not.toBe(true);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('changed');
    await expect(unasked(files, 'write', { path: 'a.txt', content: 'x' }, 'other')).rejects.toThrow(
      /allowed this call/,
    );
    await expect(unasked(shell, 'run', { command: 'echo x' })).rejects.toThrow(/allowed this call/);
    await stopEdits();
    await expect(edit('a.txt')).rejects.toThrow(/allowed this call/);
  });

  test('need a gesture, like everything that lasts', async () => {
    const response = await fetch(`${bench.origin}/api/mcp/sessions/${SESSION}/edits`, { method: 'POST' });
    expect(response.ok).toBe(false);
    await expect(edit('a.txt')).rejects.toThrow(/allowed this call/);
  });

  test.each([
    '.git/hooks/pre-commit',
    '.git/config',
    'sub/.GIT/config',
    '.vscode/tasks.json',
    '.baton/config.jsonc',
    '.mcp.json',
    '.MCP.json',
    '.bashrc',
    '.envrc',
    '.claude/settings.json',
    '.cursor/mcp.json',
    '.codex/config.toml',
    '.husky/pre-commit',
    'opencode.json',
    // Each is one of the names above on a disk of macOS.
    '.v\u017fcode/tasks.json',
    '.pro\ufb01le',
    '.g\u200dit/config',
    'link/tasks.json',
    'alias',
  ])('never change %s, which other programs run or obey', async (path) => {
    await acceptEdits();
    mkdirSync(join(folder, '.vscode'));
    writeFileSync(join(folder, '.mcp.json'), '{}');
    symlinkSync('.vscode', join(folder, 'link'));
    symlinkSync('.mcp.json', join(folder, 'alias'));
    expect(await scopeOf(FILES, 'write', { path })).toMatchObject({ unasked: null });
    await expect(edit(path)).rejects.toThrow(/allowed this call/);
  });

  test.each(['session', 'always', 'turn'] as const)(
    'allowed for the %s by an earlier answer, they change no file that other programs obey',
    async (remember) => {
      const shown = await bench.factsOf(FILES, 'write');
      const args = { path: 'a.txt', content: 'seen' };
      const call = { server: FILES, tool: 'write', ...shown, session: SESSION, arguments: args, remember };
      await bench.call('POST', '/api/mcp/approvals', { ...call, ...(remember === 'turn' && { turn: 'run' }) });
      const covered = (path: string) =>
        files.callTool({
          name: 'write',
          arguments: { path, content: 'changed' },
          _meta: { [MCP_SESSION_META]: SESSION, [MCP_TURN_META]: 'run' },
        });
      expect((await covered('a.txt')).isError).not.toBe(true);
      expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('changed');
      expect(textOf(await covered('.vscode/tasks.json'))).toContain('only a call the user sees');
      expect(existsSync(join(folder, '.vscode'))).toBe(false);
      expect(await scopeOf(FILES, 'write', { path: '.vscode/tasks.json' })).toMatchObject({ guarded: true });
      expect(await scopeOf(FILES, 'read', { path: '.vscode/tasks.json' })).not.toHaveProperty('guarded');
    },
  );

  test('never leave the folder', async () => {
    await acceptEdits();
    symlinkSync(root, join(folder, 'out'));
    for (const path of ['../b.txt', join(root, 'b.txt'), 'out/b.txt'])
      await expect(edit(path)).rejects.toThrow(/allowed this call/);
  });

  test('are forgotten with the conversation', async () => {
    await acceptEdits();
    await bench.call('DELETE', `/api/mcp/sessions/${SESSION}`);
    await attach(folder);
    await expect(edit('a.txt')).rejects.toThrow(/allowed this call/);
  });
});

describe('whose files a folder holds', () => {
  const own = async (path = 'a.txt', tool = 'read') => (await scopeOf(FILES, tool, { path }))?.own;

  test('is open until the user says it, holds in every conversation, and can be taken back', async () => {
    const shown = async (session = SESSION) =>
      AttachedFolders.parse(await (await bench.call('GET', `/api/mcp/sessions/${session}/folders`)).json()).folders;
    expect(await shown()).toEqual([{ path: folder, own: null }]);
    expect(await own()).toBe(false);
    await judge(folder, true);
    expect(await own()).toBe(true);
    await bench.call('POST', '/api/mcp/sessions/other/folders', { path: folder });
    expect(await shown('other')).toEqual([{ path: folder, own: true }]);
    const [entry] = (await permissions()).folders;
    expect(entry).toMatchObject({ path: folder, own: true, state: 'held' });
    await judge(folder, false);
    expect(await own()).toBe(false);
    await judge(folder, true);
    await bench.call('DELETE', `/api/mcp/permissions/${(await permissions()).folders[0]?.id ?? ''}`);
    expect(await shown()).toEqual([{ path: folder, own: null }]);
  });

  test('is only said of attached folders', async () => {
    expect((await judge(root, true)).ok).toBe(false);
  });

  test('a foreign folder inside stays foreign, also for what looks at both', async () => {
    const foreign = join(folder, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'b.txt'), 'x');
    await attach(foreign);
    await judge(folder, true);
    expect(await own('a.txt')).toBe(true);
    expect(await own('foreign/b.txt')).toBe(false);
    expect(await own('.', 'grep')).toBe(false);
    await judge(foreign, true);
    expect(await own('.', 'grep')).toBe(true);
  });

  test('a link out of an own folder is not followed into trust', async () => {
    await judge(folder, true);
    const foreign = join(root, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'b.txt'), 'x');
    symlinkSync(foreign, join(folder, 'link'));
    expect(await scopeOf(FILES, 'read', { path: 'link/b.txt' })).toBeNull();
    await attach(foreign);
    expect(await own('link/b.txt')).toBe(false);
  });

  test('of a folder that an earlier version attached is not said, whatever the sealed record holds', async () => {
    // As builds before this question wrote it: session and path, and nothing else.
    const stored = JSON.parse(readFileSync(join(bench.bench.home, 'consents.json'), 'utf8')) as {
      consents: { kind: string; facts: unknown }[];
    };
    expect(stored.consents.filter(({ kind }) => kind === 'folder').map(({ facts }) => facts)).toEqual([
      { session: SESSION, path: folder },
    ]);
    expect(await own()).toBe(false);
  });
});

describe('a command that is always allowed', () => {
  const runs = async (command: string, more: object = {}) => textOf(await unasked(shell, 'run', { command, ...more }));

  test('runs unasked as the exact line, in its folder and in no other, until it is revoked', async () => {
    mkdirSync(join(folder, 'sub'));
    expect((await alwaysAllow('echo one | cat', { match: 'exact', line: 'echo one | cat' })).ok).toBe(true);
    expect(await runs('echo one | cat')).toContain('one\n[exit code 0');
    for (const [command, more] of [
      ['echo two | cat', {}],
      ['echo one | cat ', {}],
      ['echo one | cat; id', {}],
      ['echo one | cat', { folder: 'sub' }],
    ] as const)
      await expect(runs(command, more)).rejects.toThrow(/allowed this call/);
    const [entry] = (await permissions()).commands;
    expect(entry).toMatchObject({ line: 'echo one | cat', folder, match: 'exact', outside: false, state: 'held' });
    await bench.call('DELETE', `/api/mcp/permissions/${entry?.id ?? ''}`);
    await expect(runs('echo one | cat')).rejects.toThrow(/allowed this call/);
  });

  test('runs with further plain words where the rule says so, and with nothing a shell would read', async () => {
    writeFileSync(join(folder, 'tool'), '#!/bin/sh\necho "ran $*"\n', { mode: 0o755 });
    expect((await alwaysAllow('./tool check', { match: 'prefix', line: './tool check' })).ok).toBe(true);
    expect(await runs('./tool check --all a.txt')).toContain('ran check --all a.txt');
    for (const command of [
      './tool',
      './tool checks',
      './tool check; id',
      './tool check $(id)',
      './tool check > x',
      'X=1 ./tool check',
    ])
      await expect(runs(command)).rejects.toThrow(/allowed this call/);
  });

  test('is made of the call that the user sees, or not at all', async () => {
    for (const rule of [
      { match: 'exact', line: 'rm -rf .' },
      { match: 'prefix', line: 'echo' },
      { match: 'prefix', line: 'rm' },
    ])
      expect((await alwaysAllow('echo one | cat', rule)).ok).toBe(false);
    expect((await permissions()).commands).toEqual([]);
  });

  test('also holds in another conversation that works in the folder', async () => {
    await alwaysAllow('echo one', { match: 'exact', line: 'echo one' });
    await expect(unasked(shell, 'run', { command: 'echo one' }, 'other').then(textOf)).rejects.toThrow(
      /allowed this call/,
    );
    await bench.call('POST', '/api/mcp/sessions/other/folders', { path: folder });
    expect(textOf(await unasked(shell, 'run', { command: 'echo one' }, 'other'))).toContain('one');
  });
});

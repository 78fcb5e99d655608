import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MCP_SESSION_META, McpRuleList } from '#contract/mcp-calls.ts';
import { CallScope, Permissions } from '#contract/permissions.ts';
import { SANDBOX_BLOCKED } from '#core/sandbox-blocked.ts';
import { type McpBench, SESSION, alive, createMcpBench, textOf } from './support/bench.ts';

const SHELL = 'builtin_shell_server';
/** Without bubblewrap, or where the system doesn't let it work, nothing here can be shown. */
const WORKS = spawnSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', 'true']).status === 0;

let bench: McpBench;
let shell: Client;
let root: string;
let folder: string;
let home: string;
const servers: Server[] = [];
const children: ChildProcess[] = [];

const setSandbox = (on: boolean, network = false) => bench.call('POST', '/api/mcp/sandbox', { on, network });
const acceptEdits = () => bench.call('POST', `/api/mcp/sessions/${SESSION}/edits`);
const unasked = (name: string, command: string, more: object = {}) =>
  shell.callTool({ name, arguments: { command, ...more }, _meta: { [MCP_SESSION_META]: SESSION } });
const inside = async (command: string, more: object = {}) =>
  textOf(await bench.run(shell, SHELL, 'run', { command, ...more }));
const outside = async (command: string) => textOf(await bench.run(shell, SHELL, 'run_outside', { command }));
const toolNames = async () => (await (await bench.connect(SHELL)).listTools()).tools.map(({ name }) => name);

async function scopeOf(tool: string, command: string) {
  const body = { server: SHELL, tool, arguments: { command } };
  const response = await bench.call('POST', `/api/mcp/sessions/${SESSION}/scope`, body);
  return CallScope.parse(((await response.json()) as { scope: unknown }).scope);
}

const running = (what: string) => spawnSync('ps', ['-e', '-o', 'args=']).stdout.toString().split('\n').includes(what);

/** A server of another program. Returns how many connections it got. */
async function listening(at: string | number): Promise<{ at: string | number; count: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.end();
  });
  servers.push(server);
  await new Promise<void>((resolve) =>
    server.listen(typeof at === 'number' ? { port: at, host: '127.0.0.1' } : { path: at }, () => resolve()),
  );
  const address = server.address();
  return { at: typeof address === 'object' && address ? address.port : at, count: () => count };
}

/**
 * Node within the folder: this one may be in a place that the sandbox covers. Ignored, or each command would be preceded
 * and followed by a checkpoint of its hundred megabytes.
 */
function nodeInside(): string {
  const path = join(folder, 'node');
  writeFileSync(join(folder, '.gitignore'), 'node\n');
  if (!existsSync(path)) copyFileSync(process.execPath, path, constants.COPYFILE_FICLONE);
  return JSON.stringify(path);
}

const connect = (to: string | number) =>
  `${nodeInside()} -e ${JSON.stringify(`require('net').connect(${JSON.stringify(to)}).on('error', (e) => console.log(e.code)).on('connect', function () { console.log('in'); this.destroy(); })`)}`;

beforeEach(async () => {
  // The sandbox covers /tmp, where these folders must therefore be.
  vi.stubEnv('TMPDIR', undefined);
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-')));
  [folder, home] = [join(root, 'project'), join(root, 'home')];
  mkdirSync(join(folder, '.git', 'hooks'), { recursive: true });
  writeFileSync(join(folder, '.git', 'config'), '[core]\n');
  mkdirSync(join(home, '.ssh'), { recursive: true });
  writeFileSync(join(home, '.ssh', 'id'), 'CANARY-key');
  bench = await createMcpBench({ env: { HOME: home } });
  shell = await bench.connect(SHELL);
  await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders`, { path: folder });
});
afterEach(async () => {
  await bench.close();
  for (const server of servers.splice(0)) server.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

describe.skipIf(!WORKS)('a command in the sandbox', () => {
  /** What an attack does, and whether it worked. */
  type Attack = () => Promise<{ command: string; worked: (output: string) => boolean | Promise<boolean> }>;
  const file = (path: () => string) => () => existsSync(path());
  const attacks: Record<string, Attack> = {
    'write outside of the folder': async () => ({
      command: `echo x > ${join(root, 'outside.txt')}`,
      worked: file(() => join(root, 'outside.txt')),
    }),
    'write a shell profile': async () => ({
      command: `echo x > ${join(home, '.bashrc')}`,
      worked: file(() => join(home, '.bashrc')),
    }),
    'write through a link': async () => ({
      command: `ln -s ${root} out && echo x > out/linked.txt`,
      worked: file(() => join(root, 'linked.txt')),
    }),
    'read a key of the user': async () => ({
      command: `cat ${join(home, '.ssh', 'id')}`,
      worked: (output) => output.includes('CANARY-key'),
    }),
    'read a key through /proc': async () => ({
      command: `cat /proc/1/root${join(home, '.ssh', 'id')} /proc/self/root${join(home, '.ssh', 'id')} "/proc/$PPID/root${join(home, '.ssh', 'id')}"`,
      worked: (output) => output.includes('CANARY-key'),
    }),
    'uncover a key in a namespace of its own': async () => ({
      command: `unshare -Urm sh -c 'umount ${home}; umount /tmp; cat ${join(home, '.ssh', 'id')}' || cat ${join(home, '.ssh', 'id')}`,
      worked: (output) => output.includes('CANARY-key'),
    }),
    'read Baton’s home': async () => ({
      command: `cat ${join(bench.bench.home, 'consents.json')}`,
      worked: (output) => output.includes('"consents"'),
    }),
    'reach a server on this computer': async () => {
      const { at, count } = await listening(0);
      return { command: connect(at), worked: () => count() > 0 };
    },
    'reach a socket in the file system, such as Docker’s': async () => {
      const { at, count } = await listening(join(root, `docker-${servers.length}.sock`));
      return { command: connect(at), worked: () => count() > 0 };
    },
    'reach an abstract socket, such as that of D-Bus': async () => {
      const { at, count } = await listening(`\0baton-sandbox-${process.pid}-${servers.length}`);
      return { command: connect(at), worked: () => count() > 0 };
    },
    'install a git hook': async () => ({
      command: 'echo x > .git/hooks/pre-commit',
      worked: file(() => join(folder, '.git', 'hooks', 'pre-commit')),
    }),
    'exchange .git for one with a hook': async () => ({
      command: 'mv .git .old && cp -r .old .git && echo x > .git/hooks/pre-commit',
      worked: file(() => join(folder, '.git', 'hooks', 'pre-commit')),
    }),
    'change the configuration of git': async () => ({
      command: 'echo "[alias]" >> .git/config',
      worked: () => readFileSync(join(folder, '.git', 'config'), 'utf8').includes('alias'),
    }),
    'make files that other programs obey': async () => ({
      command:
        'echo "{}" > .mcp.json; mkdir -p .vscode && echo "{}" > .vscode/tasks.json; mkdir -p .baton && echo "{}" > .baton/x',
      worked: () => ['.mcp.json', '.vscode', '.baton'].some((name) => existsSync(join(folder, name))),
    }),
    'change hooks that an agent obeys': async () => {
      mkdirSync(join(folder, '.claude'), { recursive: true });
      writeFileSync(join(folder, '.claude', 'settings.json'), '{}');
      return {
        command: 'echo x > .claude/settings.json; mv .claude .old; mkdir .claude && echo x > .claude/settings.json',
        worked: () => readFileSync(join(folder, '.claude', 'settings.json'), 'utf8') !== '{}',
      };
    },
    'make a repository with a hook': async () => {
      rmSync(join(folder, '.git'), { recursive: true, force: true });
      return {
        command: 'mkdir -p .git/hooks && echo x > .git/hooks/pre-commit',
        worked: file(() => join(folder, '.git', 'hooks', 'pre-commit')),
      };
    },
    'exchange a folder above a protected one': async () => {
      const inner = join(folder, 'apps', 'inner');
      rmSync(join(folder, 'apps'), { recursive: true, force: true });
      rmSync(join(folder, 'moved'), { recursive: true, force: true });
      mkdirSync(join(inner, '.git', 'hooks'), { recursive: true });
      await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders`, { path: inner });
      return {
        command: 'mv apps moved; mkdir -p apps/inner/.git/hooks && echo x > apps/inner/.git/hooks/pre-commit',
        worked: file(() => join(inner, '.git', 'hooks', 'pre-commit')),
      };
    },
    'end another process': async () => {
      const child = spawn('sleep', ['60']);
      children.push(child);
      return {
        command: `kill -9 ${child.pid}; sleep 0.1`,
        worked: async () => {
          await new Promise((resolve) => setTimeout(resolve, 100));
          return child.signalCode !== null || !alive(child.pid ?? 0);
        },
      };
    },
    'read the environment of another process': async () => {
      const child = spawn('sleep', ['60'], { env: { SECRET: 'CANARY-env' } });
      children.push(child);
      return {
        command: `cat /proc/${child.pid}/environ /proc/[0-9]*/environ`,
        worked: (output) => output.includes('CANARY-env'),
      };
    },
  };

  test.each(Object.entries(attacks))('does not %s, which without it works', async (_name, attack) => {
    await setSandbox(true);
    const boxed = await attack();
    expect(await boxed.worked(await inside(boxed.command))).toBe(false);
    rmSync(join(folder, 'out'), { force: true });
    // The control: the same outside of the sandbox.
    const free = await attack();
    expect(await free.worked(await outside(free.command))).toBe(true);
  });

  test('changes nothing of the system through /proc, even as root', async () => {
    await setSandbox(true);
    const writable = `for file in $(find /proc -maxdepth 4 -path '/proc/[0-9]*' -prune -o -path /proc/pressure -prune -o -type f -print 2>/dev/null); do [ -w $file ] && echo "writable $file"; done; true`;
    expect(await inside(writable)).not.toContain('writable /proc');
    // The control: root may, others may not.
    const free = (await outside(writable)).includes('writable /proc/sys/kernel/core_pattern');
    expect(free).toBe(process.getuid?.() === 0);
  });

  test('leaves nothing running', async () => {
    await setSandbox(true);
    await inside('(setsid sleep 4242.17 &) ; echo started');
    await expect.poll(() => running('sleep 4242.17')).toBe(false);
  });

  test('ends as a whole when it takes too long', async () => {
    await setSandbox(true);
    expect(await inside('(setsid sleep 4343.17 &); sleep 4343.17', { timeout: 0.5 })).toContain('took too long');
    await expect.poll(() => running('sleep 4343.17')).toBe(false);
  });

  test('works in the folder and in /tmp, with exit codes and errors, and leaves no trace of what protects it', async () => {
    await setSandbox(true);
    const before = readdirSync(folder);
    expect(
      await inside(
        'echo one > a.txt; cat a.txt; echo two > "$TMPDIR/b"; cat /tmp/b; pwd; git status >/dev/null 2>&1; exit 3',
      ),
    ).toMatch(/^one\ntwo\n.*project\n\[exit code 3/);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\n');
    await Promise.all([inside('sleep 0.4; touch .vscode/x; echo 1'), inside('sleep 0.1'), inside('touch .vscode/y')]);
    expect(readdirSync(folder).sort()).toEqual([...before, 'a.txt'].sort());
  });

  test('says so when the sandbox probably stopped it, and not otherwise', async () => {
    await setSandbox(true);
    for (const command of ['echo x > /etc/hosts', `cat ${join(home, '.ssh', 'id')}`, 'touch .git/hooks/x'])
      expect((await inside(command)).endsWith(SANDBOX_BLOCKED)).toBe(true);
    for (const command of ['exit 3', 'ls nowhere', 'echo fine'])
      expect(await inside(command)).not.toContain(SANDBOX_BLOCKED);
  });

  test('does not run where a protected path is a link, because that could be exchanged', async () => {
    await setSandbox(true);
    symlinkSync('.git', join(folder, '.vscode'));
    expect(await inside('touch ran')).toContain('because it is a link');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test('has network only where the user allows that, too', async () => {
    await setSandbox(true, true);
    const { at, count } = await listening(0);
    await inside(connect(at));
    expect(count()).toBe(1);
    expect(await scopeOf('run', 'true')).toMatchObject({ own: false, command: { sandbox: 'inside', network: true } });
  });
});

describe.skipIf(!WORKS)('without a question', () => {
  test('commands in the sandbox run where edits are accepted, and only there', async () => {
    await acceptEdits();
    await expect(unasked('run', 'echo x')).rejects.toThrow(/allowed this call/);
    await setSandbox(true);
    expect(textOf(await unasked('run', 'echo x'))).toContain('x\n[exit code 0');
    await expect(unasked('run_outside', 'echo x')).rejects.toThrow(/allowed this call/);
    await bench.call('DELETE', `/api/mcp/sessions/${SESSION}/edits`);
    await expect(unasked('run', 'echo x')).rejects.toThrow(/allowed this call/);
    await acceptEdits();
    await setSandbox(false);
    await expect(unasked('run', 'echo x')).rejects.toThrow(/allowed this call/);
  });

  test('what they bring is the user’s own without network, and if all folders are', async () => {
    await setSandbox(true);
    expect(await scopeOf('run', 'true')).toMatchObject({ own: false });
    await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders/judge`, { path: folder, own: true });
    expect(await scopeOf('run', 'true')).toMatchObject({ own: true, command: { sandbox: 'inside' } });
    expect(await scopeOf('run_outside', 'true')).toMatchObject({
      own: false,
      unasked: null,
      command: { sandbox: 'outside' },
    });
    await setSandbox(false);
    expect(await scopeOf('run', 'true')).toMatchObject({ own: false, command: { sandbox: 'none' } });
  });

  test('leaving the sandbox is allowed once, or as a rule for the very line outside of it', async () => {
    await setSandbox(true);
    const allow = async (remember: string, rule?: object) => {
      const call = {
        server: SHELL,
        tool: 'run_outside',
        ...(await bench.factsOf(SHELL, 'run_outside')),
        session: SESSION,
      };
      return bench.call('POST', '/api/mcp/approvals', {
        ...call,
        arguments: { command: 'echo free' },
        remember,
        ...(remember === 'turn' && { turn: 'run' }),
        ...(rule && { command: rule }),
      });
    };
    for (const remember of ['turn', 'session', 'always']) expect((await allow(remember)).ok).toBe(false);
    expect((await allow('once', { match: 'exact', line: 'echo free' })).ok).toBe(true);
    expect(textOf(await unasked('run_outside', 'echo free'))).toContain('free');
    await expect(unasked('run', 'echo free')).rejects.toThrow(/allowed this call/);
    const { commands } = Permissions.parse(await (await bench.call('GET', '/api/mcp/permissions')).json());
    expect(commands).toMatchObject([{ line: 'echo free', outside: true }]);
  });

  test('what was allowed for commands in the sandbox allows none without it', async () => {
    await setSandbox(true);
    const call = { server: SHELL, tool: 'run', ...(await bench.factsOf(SHELL, 'run')), session: SESSION };
    const allow = (command: string, more: object) =>
      bench.call('POST', '/api/mcp/approvals', { ...call, arguments: { command }, ...more });
    await allow('echo line', { command: { match: 'exact', line: 'echo line' } });
    expect(textOf(await unasked('run', 'echo line'))).toContain('line');
    await setSandbox(false);
    await expect(unasked('run', 'echo line')).rejects.toThrow(/allowed this call/);
    await setSandbox(true);
    await allow('echo any', { remember: 'always' });
    expect(textOf(await unasked('run', 'echo other'))).toContain('other');
    const rules = async () => McpRuleList.parse(await (await bench.call('GET', '/api/mcp/rules')).json()).rules;
    expect(await rules()).toMatchObject([{ tool: 'run', valid: true, sandbox: 'on' }]);
    await setSandbox(false);
    await expect(unasked('run', 'echo other')).rejects.toThrow(/allowed this call/);
    expect(await rules()).toMatchObject([{ tool: 'run', valid: false, sandbox: 'off' }]);
    await allow('echo any', { remember: 'always' });
    expect(textOf(await unasked('run', 'echo other'))).toContain('other');
    await setSandbox(true);
    expect(textOf(await unasked('run', 'echo other'))).toContain('other');
  });

  test('the way out is offered only while there is a sandbox to leave', async () => {
    expect(await toolNames()).toEqual(['run']);
    await setSandbox(true);
    await expect.poll(toolNames).toEqual(['run', 'run_outside']);
    await setSandbox(false);
    await expect.poll(toolNames).toEqual(['run']);
  });
});

test('each of its two switches leaves the other as it is, also when both are pressed at once', async () => {
  const press = (body: object) => bench.call('POST', '/api/mcp/sandbox', body);
  const state = async () => Permissions.parse(await (await bench.call('GET', '/api/mcp/permissions')).json()).sandbox;
  await Promise.all([press({ on: true }), press({ network: true })]);
  expect(await state()).toMatchObject({ on: true, network: true });
  await Promise.all([press({ network: false }), press({ on: false })]);
  expect(await state()).toMatchObject({ on: false, network: false });
  await press({ network: true });
  expect(await state()).toMatchObject({ on: false, network: true });
});

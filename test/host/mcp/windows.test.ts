import { ChildProcess, type SpawnOptions } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest';
import { isReservedOnWindows } from '#host/mcp/builtin/workspace/reserved-on-windows.ts';
import { shellLine } from '#host/mcp/process/shell-line.ts';
import { createSystemSpawner } from '#host/mcp/process/spawner.ts';

const ENV = { SystemRoot: 'C:\\WINDOWS', Path: '', PATHEXT: '' };
const TASKKILL = 'C:\\WINDOWS\\System32\\taskkill.exe';

interface Started {
  file: string;
  args: readonly string[];
  options: SpawnOptions;
  child: ChildProcess;
  unref: Mock;
}

let folder: string;
let program: string;
let started: Started[];
/** What taskkill does to the program it's called for. */
let onTaskkill: (taskkill: Started, server: Started | undefined) => void;

/** A Windows on which the test starts and ends programs by hand. */
function fakeStart(file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const unref = vi.fn<() => void>();
  const child = Object.assign(new ChildProcess(), {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    // A pid that doesn't exist here, so that an accidental signal reaches no process.
    pid: 2 ** 22 + 4_000 + started.length,
    exitCode: null,
    signalCode: null,
    unref,
  });
  const one = { file, args, options, child, unref };
  started.push(one);
  if (file === TASKKILL) setImmediate(() => onTaskkill(one, started[0]));
  return child;
}

function end({ child }: Started, code: number): void {
  Object.assign(child, { exitCode: code });
  child.emit('exit', code, null);
  child.emit('close', code, null);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'windows-'));
  program = join(folder, 'server.exe');
  writeFileSync(program, '');
  started = [];
  onTaskkill = (taskkill, server) => {
    if (server) end(server, 1);
    end(taskkill, 0);
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

const spawner = () => createSystemSpawner(ENV, 'win32', fakeStart);
const options = (more: { command?: string; args?: string[] } = {}) => ({
  command: program,
  args: ['a b', '%PATH%'],
  cwd: null,
  env: { PATH: folder, PATHEXT: '.EXE;.CMD' },
  stdin: 'open' as const,
  ...more,
});

describe('a program on Windows', () => {
  test('is started without a shell, its arguments as they are', async () => {
    await spawner().spawn(options());
    expect(started).toMatchObject([
      { file: program, args: ['a b', '%PATH%'], options: { shell: false, windowsHide: true, detached: false } },
    ]);
  });

  test('that is a batch file goes through cmd.exe with every sign of the shell escaped', async () => {
    writeFileSync(join(folder, 'tool.CMD'), '');
    await spawner().spawn(options({ command: join(folder, 'tool.CMD'), args: ['&calc', '%PATH%'] }));
    const [{ file, args, options: given } = { file: '', args: [''], options: {} }] = started;
    expect([file, given.windowsVerbatimArguments, given.shell]).toEqual(['cmd.exe', true, false]);
    expect(args.at(-1)).toMatch(/\^&calc.*\^%PATH\^%/);
  });

  test('that is the command shell gets the line as it is written, its quotes included', async () => {
    const shell = join(folder, 'cmd.exe');
    writeFileSync(shell, '');
    const line = shellLine('git commit -m "two words" && echo %PATH%', { COMSPEC: shell }, 'win32');
    await spawner().spawn({ ...options(), ...line });
    expect(started).toMatchObject([
      {
        file: shell,
        args: ['/d', '/s', '/c', '"git commit -m "two words" && echo %PATH%"'],
        options: { windowsVerbatimArguments: true },
      },
    ]);
  });

  test('that is in no folder of PATH is not looked for where Windows would: in the current one', async () => {
    await expect(spawner().spawn(options({ command: 'nowhere' }))).rejects.toThrow('“nowhere” wasn’t found');
    expect(started).toEqual([]);
  });

  test('ends with all that it has started, by taskkill of the system itself', async () => {
    const child = await spawner().spawn(options());
    await child.kill();
    expect(started[1]).toMatchObject({ file: TASKKILL, args: ['/F', '/T', '/PID', String(child.pid)] });
    expect(await child.exited).toEqual({ code: 1, signal: null });
    await child.kill();
    expect(started).toHaveLength(2);
  });

  test('is ended itself where taskkill cannot be started', async () => {
    onTaskkill = ({ child }) => void child.emit('error', new Error('ENOENT'));
    const kill = vi.spyOn(process, 'kill').mockImplementation((pid) => {
      const server = started[0];
      if (server?.child.pid === pid) end(server, 1);
      return true;
    });
    const child = await spawner().spawn(options());
    await child.kill();
    expect(kill).toHaveBeenCalledWith(child.pid, 'SIGKILL');
    kill.mockRestore();
  }, 10_000);

  test('ends when this process does, by one taskkill that outlives it', async () => {
    const before = process.listeners('exit');
    const system = spawner();
    const children = [await system.spawn(options()), await system.spawn(options())];
    const atExit = process.listeners('exit').find((listener) => !before.includes(listener));
    if (!atExit) throw new Error('nothing happens at the end');
    atExit.call(process, 0);
    const pids = children.flatMap(({ pid }) => ['/PID', String(pid)]);
    expect(started[2]).toMatchObject({ file: TASKKILL, args: ['/F', '/T', ...pids], options: { detached: true } });
    expect(started[2]?.unref).toHaveBeenCalled();
    for (const one of started.slice(0, 2)) end(one, 0);
    await Promise.all(children.map(({ exited }) => exited));
    expect(process.listeners('exit')).toEqual(before);
  });
});

describe('a path on Windows', () => {
  test.for([
    'CON',
    'nul.txt',
    'src\\com1',
    'LPT9.log',
    'COM¹',
    'a/conin$',
    'file.txt:stream',
    '.git::$INDEX_ALLOCATION\\config',
    '.git.',
    '.git \\config',
    'a./b',
    '\\\\?\\C:\\x',
    '\\\\.\\PhysicalDrive0',
    '//./pipe/x',
    'C:relative',
  ])('%s means something else than it reads', (path) => expect(isReservedOnWindows(path)).toBe(true));

  test.for([
    '.',
    '..',
    './a',
    '../b',
    'C:\\work\\a.txt',
    'c:/x',
    '.gitignore',
    'console.log',
    'a b/c.d',
    'null',
    'com',
  ])('%s is plain', (path) => expect(isReservedOnWindows(path)).toBe(false));
});

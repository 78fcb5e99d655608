import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { errorMessage } from '#core/thrown.ts';
import { reasonText } from '#core/reasons.ts';
import { isFolder } from '../../base/is-folder.ts';
import type { Env } from './child-env.ts';
import { type StartProcess, createProcessTrees } from './process-trees.ts';
import { createWatchdog } from './watchdog.ts';
import { type CommandLine, batchCommand, findOnPath } from './windows-command.ts';

export interface SpawnOptions {
  command: string;
  args: readonly string[];
  /** On Windows: the arguments are quoted already. */
  verbatim?: boolean;
  cwd: string | null;
  env: Record<string, string>;
  /** With `closed`, the child reads an end of file at once. */
  stdin: 'open' | 'closed';
}

export interface Child {
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves with exit code and signal once the process is gone. */
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  /** Ends the process and everything it started, politely first, then by force. Resolves when it is gone. */
  kill(graceMs?: number): Promise<void>;
}

/**
 * Starts programs. Rejects with a message that the user can act on. The caller must listen to the child's streams
 * before it awaits anything else: Node discards unread output when the process exits.
 */
export interface Spawner {
  spawn(options: SpawnOptions): Promise<Child>;
  readonly env: Env;
  readonly platform: NodeJS.Platform;
  /** Resolves when no more records about ended processes are being written. */
  flush?(): Promise<void>;
}

const TERM_MS = 2000;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function explain(command: string, cwd: string | null, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const messages: Record<string, string> = {
    ENOENT: reasonText('server.notFound', { command }),
    EACCES: reasonText('server.notAllowed', { command }),
    EPERM: reasonText('server.notAllowed', { command }),
    ENOTDIR: reasonText('server.noFolder', { folder: cwd ?? '' }),
    E2BIG: reasonText('server.longArguments'),
  };
  const reason = typeof code === 'string' ? messages[code] : undefined;
  return new Error(reason ?? `${errorMessage(error)}.`, { cause: error });
}

/**
 * Starts programs directly, without a command shell. Each leads its own process group, so that everything it starts can
 * be ended with it (security.md S40). They end when this process ends, even when it is killed.
 */
export function createSystemSpawner(env: Env, platform: NodeJS.Platform, start: StartProcess = spawn): Spawner {
  const windows = platform === 'win32';
  const trees = createProcessTrees(env, platform, start);
  const watchdog = createWatchdog(platform, start);
  const running = new Set<number>();
  const killAll = () => trees.killNow([...running]);

  function remember(pid: number): void {
    if (running.size === 0) process.once('exit', killAll);
    running.add(pid);
    watchdog.watch(pid);
  }

  function forget(pid: number): void {
    running.delete(pid);
    watchdog.forget(pid);
    if (running.size === 0) process.removeListener('exit', killAll);
  }

  async function commandLine({ command, args, env, verbatim = false }: SpawnOptions): Promise<CommandLine> {
    if (!windows) return { file: command, args: [...args], verbatim: false };
    const isFile = (path: string) =>
      stat(path).then(
        (found) => found.isFile(),
        () => false,
      );
    const file = await findOnPath(command, env, isFile);
    // Windows would otherwise search the folder it is started in.
    if (file === null) throw Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT' });
    if (!/\.(?:cmd|bat)$/i.test(file)) return { file, args: [...args], verbatim };
    return batchCommand(file, args, env['COMSPEC'] ?? 'cmd.exe');
  }

  function watch(child: ChildProcess & { pid: number; stdout: Readable; stderr: Readable }): Child {
    const { pid } = child;
    remember(pid);
    const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      child.once('exit', (code, signal) => {
        // Also ends what it started and left running.
        if (!windows) trees.kill(pid);
        forget(pid);
        resolve({ code, signal });
      });
    });
    let killing: Promise<void> | null = null;
    async function kill(graceMs: number): Promise<void> {
      const ended = exited.then(() => undefined);
      child.stdin?.end();
      if (graceMs > 0) await Promise.race([ended, sleep(graceMs)]);
      if (child.exitCode !== null || child.signalCode !== null) return;
      await trees.end(pid);
      await Promise.race([ended, sleep(TERM_MS)]);
      if (child.exitCode === null && child.signalCode === null) trees.kill(pid);
      await ended;
    }
    return {
      pid,
      stdin: child.stdin,
      stdout: child.stdout,
      stderr: child.stderr,
      exited,
      kill: (graceMs = 0) => (killing ??= kill(graceMs)),
    };
  }

  return {
    env,
    platform,
    async spawn(options) {
      const { cwd, command } = options;
      // Node would otherwise report a missing folder as a missing program.
      if (cwd !== null && !(await isFolder(cwd))) throw new Error(reasonText('server.noFolder', { folder: cwd }));
      let started: ChildProcess;
      try {
        const { file, args, verbatim } = await commandLine(options);
        started = start(file, args, {
          ...(cwd === null ? {} : { cwd }),
          env: options.env,
          shell: false,
          detached: !windows,
          windowsHide: true,
          windowsVerbatimArguments: verbatim,
          stdio: [options.stdin === 'open' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
        });
      } catch (error) {
        throw explain(command, cwd, error);
      }
      const { pid, stdout, stderr } = started;
      if (pid === undefined || !stdout || !stderr)
        throw explain(command, cwd, await new Promise((resolve) => started.once('error', resolve)));
      // Later errors (a signal that could not be sent) don't matter; a broken pipe shows as the end of the process.
      started.on('error', () => undefined);
      started.stdin?.on('error', () => undefined);
      return watch(Object.assign(started, { pid, stdout, stderr }));
    },
  };
}

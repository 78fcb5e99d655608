import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { win32 } from 'node:path';
import type { Env } from './child-env.ts';

export type StartProcess = (file: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/** Ways to end a program together with everything it has started. */
export interface ProcessTrees {
  /** Asks all of it to end; resolves once it has been asked. */
  end(pid: number): Promise<void>;
  /** Forces what is still running to end. False when nothing is left. */
  kill(pid: number): boolean;
  /** Called while this process ends, when nothing can be awaited. */
  killNow(pids: readonly number[]): void;
}

function signal(target: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(target, name);
    return true;
  } catch {
    return false;
  }
}

/** Each program leads its own process group (spawner.ts). */
const groups: ProcessTrees = {
  end: async (pid) => void signal(-pid, 'SIGTERM'),
  kill: (pid) => signal(-pid, 'SIGKILL'),
  killNow(pids) {
    for (const pid of pids) signal(-pid, 'SIGKILL');
  },
};

/**
 * Windows has neither groups nor a polite signal: its own tool ends a tree, found by the links from child to parent. It
 * is called by its full path, because a plain name is searched for in the current folder first.
 */
function taskkill(env: Env, start: StartProcess): ProcessTrees {
  const root = Object.entries(env).find(([name]) => name.toUpperCase() === 'SYSTEMROOT')?.[1] ?? 'C:\\Windows';
  const run = (pids: readonly number[], detached: boolean) =>
    start(win32.join(root, 'System32', 'taskkill.exe'), ['/F', '/T', ...pids.flatMap((pid) => ['/PID', String(pid)])], {
      stdio: 'ignore',
      windowsHide: true,
      detached,
    });
  return {
    end: (pid) =>
      new Promise((resolve) => {
        const killer = run([pid], false);
        // If it can't be started, `kill` still ends the program itself.
        killer.once('error', () => resolve());
        killer.once('close', () => resolve());
      }),
    kill: (pid) => signal(pid, 'SIGKILL'),
    killNow(pids) {
      // Detached, or it would end with this process, whose children share a job object (libuv, src/win/process.c).
      const killer = run(pids, true);
      killer.once('error', () => undefined);
      killer.unref();
    },
  };
}

export function createProcessTrees(env: Env, platform: NodeJS.Platform, start: StartProcess): ProcessTrees {
  return platform === 'win32' ? taskkill(env, start) : groups;
}

import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Env, type SplitEnv, splitEnv } from './split-env.ts';

/** Says that standard input holds the rest of the environment. */
export const PIPED_ENV_MARK = 'BATON_HELD';

/**
 * What `restartWithCleanEnv` or the launcher handed over, taken out of standard input so that nobody can read it there again.
 */
function takeHeld(): Env {
  const text = readFileSync(0, 'utf8');
  if (fstatSync(0).isFile()) ftruncateSync(0);
  return JSON.parse(text) as Env;
}

/** A file without a name as standard input: in memory on Linux, where it does not even touch a disk. */
function putHeld(held: Env, platform: NodeJS.Platform): void {
  const path = join(platform === 'linux' ? '/dev/shm' : tmpdir(), `baton-${randomUUID()}`);
  closeSync(0);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  if (file !== 0) throw new Error('standard input could not be replaced');
  writeSync(file, JSON.stringify(held), 0);
}

/** Takes everything that is not meant for every program out of this process. */
function drop({ open }: SplitEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in open)) delete process.env[name];
}

/**
 * Returns the user's whole environment and keeps it in memory alone. An Electron program cannot be replaced as below; the
 * launcher starts it in a clean environment and hands over the rest.
 */
export function takeEnv(platform: NodeJS.Platform = process.platform): Env {
  const handed = process.env[PIPED_ENV_MARK] === undefined ? {} : takeHeld();
  delete process.env[PIPED_ENV_MARK];
  const all = { ...process.env, ...handed };
  drop(splitEnv(all, platform));
  return all;
}

/**
 * `takeEnv` for programs that Node runs. What a process was started with can be read from outside as long as it runs
 * (/proc/PID/environ, `ps -E`), also by the commands it starts. So Node is replaced by itself in a clean environment: same
 * process, same terminal. This comes first, before anything else is loaded.
 */
export function restartWithCleanEnv(platform: NodeJS.Platform = process.platform): Env {
  const { open, held } = splitEnv(process.env, platform);
  const clean = process.env[PIPED_ENV_MARK] !== undefined || Object.keys(held).length === 0;
  // On Windows dropping is enough: a process has one block of variables, and it can be changed.
  if (!clean && platform !== 'win32' && process.execve) {
    try {
      putHeld(held, platform);
      process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
        ...open,
        [PIPED_ENV_MARK]: '1',
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      process.stderr.write(`Baton could not clean its environment, so programs that it starts can read it: ${why}\n`);
    }
  }
  return takeEnv(platform);
}

import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '#core/thrown.ts';
import { type Env, type SplitEnv, splitEnv } from './split-env.ts';

/** Set when standard input contains the rest of the environment. */
export const PIPED_ENV_MARK = 'BATON_HELD';

/**
 * Reads the variables that `restartWithCleanEnv` or the launcher passed on standard input, and removes them, so that
 * nothing else can read them there.
 */
function takeWithheld(): Env {
  const text = readFileSync(0, 'utf8');
  if (fstatSync(0).isFile()) ftruncateSync(0);
  return JSON.parse(text) as Env;
}

/** Opens an unlinked file as standard input: on Linux in memory, so it never touches a disk. */
function putWithheld(withheld: Env, platform: NodeJS.Platform): void {
  const path = join(platform === 'linux' ? '/dev/shm' : tmpdir(), `baton-${randomUUID()}`);
  closeSync(0);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  if (file !== 0) throw new Error('standard input could not be replaced');
  writeSync(file, JSON.stringify(withheld), 0);
}

/** Removes all variables from this process that are not meant for every program. */
function drop({ open }: SplitEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in open)) delete process.env[name];
}

/**
 * Returns the user's full environment, which is then only in memory. An Electron program can't be replaced as below;
 * the launcher starts it in a clean environment and passes on the rest.
 */
export function takeEnv(platform: NodeJS.Platform = process.platform): Env {
  const handed = process.env[PIPED_ENV_MARK] === undefined ? {} : takeWithheld();
  delete process.env[PIPED_ENV_MARK];
  const all = { ...process.env, ...handed };
  drop(splitEnv(all, platform));
  return all;
}

/**
 * `takeEnv` for programs that Node runs. The environment a process was started with can be read from outside while it
 * runs (/proc/PID/environ, `ps -E`), even by the commands it starts. So Node replaces itself in a clean environment:
 * same process, same terminal. This happens before anything else is loaded.
 */
export function restartWithCleanEnv(platform: NodeJS.Platform = process.platform): Env {
  const { open, withheld } = splitEnv(process.env, platform);
  const clean = process.env[PIPED_ENV_MARK] !== undefined || Object.keys(withheld).length === 0;
  // On Windows removing the variables is enough: a process has one block of variables, and it can be changed.
  if (!clean && platform !== 'win32' && process.execve) {
    try {
      putWithheld(withheld, platform);
      process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
        ...open,
        [PIPED_ENV_MARK]: '1',
      });
    } catch (error) {
      const why = errorMessage(error);
      process.stderr.write(`Baton could not clean its environment, so programs that it starts can read it: ${why}\n`);
    }
  }
  return takeEnv(platform);
}

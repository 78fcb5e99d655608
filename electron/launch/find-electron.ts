import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Env } from '../environment/split-env.ts';

/** Enough for a download of about 120 MB on an ordinary connection; a longer start looks broken. */
const FETCH_LIMIT_MS = 90_000;
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

const packageFolder = (root: string) => join(root, 'node_modules', 'electron');
const failureFile = (root: string) => join(root, 'node_modules', '.cache', 'baton', 'electron-fetch.json');

/**
 * Returns the path of the Electron binary, or null. The npm package is never loaded: that alone would start a download.
 * Electron's own override (ELECTRON_OVERRIDE_DIST_PATH) takes precedence.
 */
export function findElectron(root: string, env: Env): string | null {
  const pathFile = join(packageFolder(root), 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : null;
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) {
    const binary = join(override, name ?? 'electron');
    return existsSync(binary) ? binary : null;
  }
  if (!name) return null;
  const binary = join(packageFolder(root), 'dist', name);
  return existsSync(binary) ? binary : null;
}

export interface FetchFailure {
  at: number;
  reason: string;
}

/** Returns a failed download of less than a day ago, so that not every start tries again. */
export function recentFailure(root: string, now: number): FetchFailure | null {
  try {
    const { at, reason } = JSON.parse(readFileSync(failureFile(root), 'utf8')) as FetchFailure;
    return now - at >= 0 && now - at < RETRY_AFTER_MS ? { at, reason } : null;
  } catch {
    return null;
  }
}

/**
 * Runs Electron's own installer, which verifies its download. Returns null on success, else the reason of the failure.
 */
export async function fetchElectron(
  root: string,
  now: number,
  env: Env,
  limitMs = FETCH_LIMIT_MS,
): Promise<string | null> {
  const installer = join(packageFolder(root), 'install.js');
  const reason = existsSync(installer) ? await runInstaller(installer, env, limitMs) : 'its package is not installed';
  const file = failureFile(root);
  if (reason === null) {
    rmSync(file, { force: true });
    return null;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ at: now, reason } satisfies FetchFailure)}\n`);
  return reason;
}

function runInstaller(installer: string, env: Env, limitMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [installer], { env: { ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      child.kill();
    }, limitMs);
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => {
      clearTimeout(limit);
      resolve(error.message);
    });
    child.once('close', (code) => {
      clearTimeout(limit);
      if (late) resolve(`the download took longer than ${Math.round(limitMs / 1000)} s`);
      else if (code === 0) resolve(null);
      else resolve(lastReason(output) ?? `its installer ended with ${code}`);
    });
  });
}

/** The last error is the actual one: `TypeError: fetch failed … [cause]: Error: getaddrinfo ENOTFOUND github.com`. */
function lastReason(output: string): string | null {
  return (
    output
      .match(/(?:[A-Za-z]*Error: )(?!.*Error: )(.+)/s)?.[1]
      ?.split('\n')[0]
      ?.trim() || null
  );
}

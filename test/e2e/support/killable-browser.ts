import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '../../../electron/launch/find-browser.ts';
import { BROWSER_ARGS } from './browser.ts';

/** A browser on a real profile, started without Playwright so that it can be killed like any process. */
export interface KillableBrowser {
  context: BrowserContext;
  /** SIGKILL to all of its processes, without any chance to write or close anything. */
  kill: () => Promise<void>;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function launchKillable(profile: string): Promise<KillableBrowser> {
  const portFile = join(profile, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  const child = spawn(
    findBrowser() ?? chromium.executablePath(),
    [
      ...BROWSER_ARGS,
      '--headless=new',
      '--lang=en-US',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { detached: true, stdio: 'ignore' },
  );
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  // Code of a test that times out isn't called, so this ends the browser.
  process.once('exit', end);
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      process.off('exit', end);
      resolve();
    }),
  );
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await readPort(portFile, child)}`);
  const [context] = browser.contexts();
  if (!context) throw new Error('the browser has no context');
  return {
    context,
    async kill() {
      end();
      await ended;
      // Its other processes keep files open until they have ended, too.
      for (let left = 25; left > 0 && isAlive(-(child.pid ?? 0)); left -= 1) await sleep(20);
    },
  };
}

function isAlive(group: number): boolean {
  try {
    process.kill(group, 0);
    return group < 0;
  } catch {
    return false;
  }
}

async function readPort(file: string, child: ChildProcess): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null) break;
    try {
      const [port] = readFileSync(file, 'utf8').split('\n');
      if (port) return port;
    } catch {
      // not written yet
    }
    await sleep(50);
  }
  throw new Error(`the browser did not come up (exit code ${child.exitCode})`);
}

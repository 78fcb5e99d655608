import { existsSync, statfsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';
import { findBrowser } from '../../../electron/launch/find-browser.ts';

/** Flags for a machine without GPU and network; a browser run by root can't use its own sandbox. */
export const BROWSER_ARGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Debian's package of Chromium's engine without windows: the same pages for a fifth less processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Playwright keeps Chromium's shared memory in files, for containers whose /dev/shm is small. Where it is large, a test
 * takes less processor time without that.
 */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize >= 2 ** 30;
}

/** Prefers the headless shell, then an installed Chrome or Chromium, then Playwright's own. */
export function browserLaunch(): { launchOptions: LaunchOptions } {
  const executablePath = !process.env['BATON_BROWSER'] && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findBrowser();
  return {
    launchOptions: {
      args: BROWSER_ARGS,
      ...(executablePath && { executablePath }),
      ...(hasSharedMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
    },
  };
}

export function hasBrowser(): boolean {
  return existsSync(HEADLESS_SHELL) || findBrowser() !== null || existsSync(chromium.executablePath());
}

import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

export interface BrowserSearch {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  isExecutable: (path: string) => boolean;
}

const LINUX_NAMES = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
  'brave',
];
const LINUX_FOLDERS = ['/usr/local/bin', '/usr/bin', '/opt/google/chrome', '/snap/bin'];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];
const WINDOWS_PATHS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function candidates({ platform, env, home }: BrowserSearch): string[] {
  if (platform === 'darwin')
    return MAC_APPS.flatMap((app) =>
      ['/Applications', posix.join(home, 'Applications')].map((folder) =>
        posix.join(folder, `${app}.app`, 'Contents', 'MacOS', app),
      ),
    );
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter((root) => root);
    return WINDOWS_PATHS.flatMap((path) => roots.map((root) => win32.join(root ?? '', path)));
  }
  const folders = [...(env['PATH'] ?? '').split(':').filter((folder) => posix.isAbsolute(folder)), ...LINUX_FOLDERS];
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
}

/**
 * Returns the installed Chrome, Chromium, Edge or Brave to use, in this order, or null. `BATON_BROWSER` names another
 * one; if that can't be run, nothing else is tried, because the user asked for it.
 */
export function findBrowser(
  search: BrowserSearch = { platform: process.platform, env: process.env, home: homedir(), isExecutable },
): string | null {
  const named = search.env['BATON_BROWSER'];
  if (named) return search.isExecutable(named) ? named : null;
  return candidates(search).find(search.isExecutable) ?? null;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface WindowRequest {
  browser: string;
  /** With a ticket in its fragment. */
  url: string;
  home: string;
  platform: NodeJS.Platform;
  /** A browser that root runs on Linux can't use its own sandbox. */
  linuxRoot: boolean;
  /** The user's own home folder. */
  userHome: string;
}

/**
 * The window has its own browser profile. Chromium from a snap can't access dot folders in the home directory, so its
 * profile is in the snap's own folder, named after the home it belongs to.
 */
export function profileFolder({
  browser,
  home,
  userHome,
}: Pick<WindowRequest, 'browser' | 'home' | 'userHome'>): string {
  if (!browser.startsWith('/snap/')) return join(home, 'browser');
  return join(userHome, 'snap', basename(browser), 'common', `baton-${home.replaceAll(/[^a-z0-9]+/gi, '-')}`);
}

/** Settings of a new profile: no offer to save API keys as passwords, no translation bar, no autofill over the page. */
const FIRST_PREFERENCES = {
  credentials_enable_service: false,
  profile: { password_manager_enabled: false },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  translate: { enabled: false },
};

/**
 * Arguments of the app window. The address is secret and has a ticket, and every local user can read arguments, so the
 * browser gets a file in the private profile folder that redirects there (security.md S29).
 */
export function windowArguments(request: WindowRequest, profile: string, isNew: boolean): string[] {
  return [
    `--app=${pathToFileURL(openFile(profile)).href}`,
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    // Only requests that the user sends leave the machine.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-domain-reliability',
    // What a preview sends by WebRTC would go past every policy of its document (security.md S22).
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    // A preview that computes without end keeps its own process busy and not the window's, also with little memory.
    '--site-per-process',
    // The profile stores no secrets, so the system's keyring isn't needed.
    '--password-store=basic',
    '--use-mock-keychain',
    // Answers keep arriving and are stored every 250 ms, also while the window is hidden.
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    ...(isNew ? ['--window-size=1200,820'] : []),
    ...(request.platform === 'linux' ? ['--class=Baton'] : []),
    ...(request.linuxRoot ? ['--no-sandbox'] : []),
  ];
}

const openFile = (profile: string) => join(profile, 'open.html');

/** Removes the file that led a window to its address; its ticket is used up. */
export function forgetAddress(home: string, browser: string): void {
  rmSync(openFile(profileFolder({ browser, home, userHome: homedir() })), { force: true });
}

/** Baton has no service workers. If there is one, another program that used the port has put it there. */
export function removeWorkers(home: string, browser: string): void {
  const profile = profileFolder({ browser, home, userHome: homedir() });
  rmSync(join(profile, 'Default', 'Service Worker'), { recursive: true, force: true });
}

function writeProfile(profile: string, url: string): boolean {
  const isNew = !existsSync(join(profile, 'Default'));
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  if (isNew) {
    mkdirSync(join(profile, 'Default'), { mode: 0o700 });
    writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(FIRST_PREFERENCES), { mode: 0o600 });
  }
  // The address comes from URL, so nothing in it can end the attribute.
  const target = new URL(url).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  writeFileSync(
    openFile(profile),
    `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Baton</title><meta http-equiv="refresh" content="0;url=${target}">\n`,
    { mode: 0o600 },
  );
  return isNew;
}

/**
 * Opens the window. If a browser already runs on this profile, it opens the window and the new process ends at once.
 */
export function openBrowserWindow(request: Omit<WindowRequest, 'userHome'>): ChildProcess {
  const full = { ...request, userHome: homedir() };
  const profile = profileFolder(full);
  const isNew = writeProfile(profile, request.url);
  return spawn(request.browser, windowArguments(full, profile, isNew), { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** The program's name, for messages. */
export function browserName(path: string): string {
  return basename(path.replaceAll('\\', '/')).replace(/\.exe$/i, '');
}

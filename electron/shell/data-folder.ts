import { type App, shell } from 'electron';
import { join } from 'node:path';
import type { DesktopTexts } from '#texts/desktop-texts.ts';
import type { DataPlace } from '../host/base/data-place.ts';
import { HomeUnusableError } from '../host/base/home-folder.ts';

/** Opens the folder of Baton's data, and no other, in the system's file manager. */
export function createHomeOpener(home: string): () => Promise<void> {
  return async () => {
    const problem = await shell.openPath(home);
    if (problem !== '') throw new Error(problem);
  };
}

/**
 * Puts Electron's profile into the home. A portable Baton names every folder of its own, whatever the system's default is,
 * and on Linux keeps Chromium's key for cookies out of the keyring; the page has no cookies worth one
 * (https://www.electronjs.org/docs/latest/api/safe-storage, read on 2026-11-27).
 */
export function keepTogether(
  app: Pick<App, 'commandLine' | 'setPath'>,
  profile: string,
  { portable }: DataPlace,
  platform: NodeJS.Platform,
): void {
  app.setPath('userData', profile);
  if (!portable) return;
  app.setPath('sessionData', profile);
  app.setPath('crashDumps', join(profile, 'Crashpad'));
  app.setPath('logs', join(profile, 'logs'));
  if (platform === 'linux') app.commandLine.appendSwitch('password-store', 'basic');
}

/** Why Baton can't use its folder, in the user's language; null for any other error. */
export function describeHomeProblem(error: unknown, texts: DesktopTexts): string | null {
  if (!(error instanceof HomeUnusableError) || error.reason === null) return null;
  const reasons = {
    forbidden: texts.homeForbidden,
    'read-only': texts.homeReadOnly,
    file: texts.homeNoFolder,
    'part-is-file': texts.homeNoFolder,
    full: texts.homeFull,
    foreign: texts.homeForeign,
    'no-links': texts.homeNoLinks,
    installed: texts.homeInstalled,
    moved: texts.homeMoved,
  };
  return `${reasons[error.reason]}\n\n${error.path}`;
}

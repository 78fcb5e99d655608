import { lstatSync } from 'node:fs';
import { lstat, rm, symlink } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { type HomeReason, HomeUnusableError, prepareHome, resolveHome } from './home-folder.ts';

/** A folder of this name beside the program makes Baton portable: everything is kept in it. */
export const PORTABLE_FOLDER = 'baton-data';
/** Keys that the keychain of this computer has sealed. */
export const KEYCHAIN_FILE = 'keychain.json';
const UNINSTALLER = 'Uninstall Baton.exe';

/** Where this start keeps its data. */
export interface DataPlace {
  home: string;
  /** The folder may come along to another computer, whose keychain doesn't know its keys. */
  portable: boolean;
  /** Why the folder that was asked for can't be used. */
  problem?: HomeReason;
}

/** The folder that the user sees the program in. */
export interface ProgramFolder {
  path: string;
  /** Why nothing may be kept in it. */
  problem?: 'installed' | 'moved';
}

export interface PlaceQuestion {
  /** The arguments after the program's own. */
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  beside: ProgramFolder;
  /** True when this build is meant to be portable, marker or not. */
  always?: boolean;
}

/**
 * The folder in which the user sees a packaged program. An AppImage runs from a mount of its own, the portable file of
 * Windows unpacks itself into a temporary folder; each names its file in the environment (AppImage documentation,
 * "Environment variables"; electron-builder's portable target; read on 2026-11-27). macOS starts an app that was
 * downloaded and not moved from a random place.
 */
export function folderBeside(
  execPath: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): ProgramFolder {
  const path = dirname(execPath);
  if (platform === 'linux' && env['APPIMAGE']) return { path: dirname(env['APPIMAGE']) };
  if (platform === 'linux') return env['FLATPAK_ID'] ? { path, problem: 'installed' } : { path };
  if (platform === 'win32' && env['PORTABLE_EXECUTABLE_DIR']) return { path: env['PORTABLE_EXECUTABLE_DIR'] };
  // Each update begins with this program, which empties the folder (templates/nsis of app-builder-lib 26.17, read 2026-11).
  if (platform === 'win32')
    return lstatSync(join(path, UNINSTALLER), { throwIfNoEntry: false }) ? { path, problem: 'installed' } : { path };
  if (execPath.includes('/AppTranslocation/')) return { path, problem: 'moved' };
  const app = /^(.*)\/[^/]+\.app\/Contents\/MacOS\/[^/]+$/.exec(execPath);
  return { path: app ? app[1] || '/' : path };
}

/** `--home DIR`, `--home=DIR` and `--portable`. Everything else belongs to Chromium. */
function readArguments(args: readonly string[]): { home: string | null; portable: boolean } {
  // A link of the system comes as an argument, too: whoever wrote it chooses nothing (security.md S51).
  if (args.some((one) => /^baton:/i.test(one))) return { home: null, portable: false };
  const at = args.indexOf('--home');
  const joined = args.find((one) => one.startsWith('--home='))?.slice('--home='.length);
  return { home: joined || (at < 0 ? null : (args[at + 1] ?? null)), portable: args.includes('--portable') };
}

/** What another start of the same Baton needs to find the same data. */
export function placeArguments(args: readonly string[]): string[] {
  const { home, portable } = readArguments(args);
  return [...(home === null ? [] : [`--home=${home}`]), ...(portable ? ['--portable'] : [])];
}

const isFolder = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Arguments come first, then BATON_HOME, then what stands beside the program, then the platform's folder. A folder that
 * somebody named is portable only when they say so.
 */
export function findDataPlace({ args, env, beside, always = false }: PlaceQuestion): DataPlace {
  const asked = readArguments(args);
  const named = asked.home ?? (env['BATON_HOME'] || null);
  if (named !== null) return { home: resolve(named), portable: asked.portable };
  const home = join(beside.path, PORTABLE_FOLDER);
  if (!asked.portable && !always && !isFolder(home)) return { home: resolveHome(null, env), portable: false };
  return beside.problem ? { home, portable: true, problem: beside.problem } : { home, portable: true };
}

/** Creates the folder, and makes sure that a portable one is the user's own and on a disk that can hold it. */
export async function preparePlace(place: DataPlace, platform = process.platform): Promise<void> {
  const { home, portable, problem } = place;
  if (problem) throw new HomeUnusableError(home, problem);
  if (portable && platform !== 'win32') await refuseForeign(home);
  await prepareHome(home);
  if (portable && platform !== 'win32') await requireLinks(home);
}

/** In a folder that all may write to, somebody else may have put one there. */
async function refuseForeign(home: string): Promise<void> {
  const owner = await lstat(home).then(
    ({ uid }) => uid,
    () => null,
  );
  if (owner !== null && owner !== process.getuid?.()) throw new HomeUnusableError(home, 'foreign');
}

/** Chromium marks its profile as used by a link (process_singleton_posix.cc), which FAT and exFAT don't have. */
async function requireLinks(home: string): Promise<void> {
  const probe = join(home, `.link-${randomUUID()}`);
  try {
    await symlink('probe', probe);
    await rm(probe);
  } catch (error) {
    throw new HomeUnusableError(home, 'no-links', { cause: error });
  }
}

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { tmpdir } from 'node:os';
import { takeEnv } from './clean-env.ts';
import type { Env } from './split-env.ts';

/** Set by an AppImage's runtime: its file, and the folder it is mounted in (AppImage documentation, read on 2026-11-27). */
const APPIMAGE = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'];
/** Set by the portable file of Windows (templates/nsis/portable.nsi of app-builder-lib 26.17). */
const PORTABLE = ['PORTABLE_EXECUTABLE_DIR', 'PORTABLE_EXECUTABLE_FILE', 'PORTABLE_EXECUTABLE_APP_FILENAME'];

export interface OwnProgram {
  packaged: boolean;
  execPath: string;
  platform: NodeJS.Platform;
  /** Where the portable file of Windows unpacks itself. */
  temporary?: string;
}

const real = (path: string): string => {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
};

const isInside = (path: string, folder: string): boolean => real(path).startsWith(`${real(folder)}${sep}`);

/**
 * The environment without what another program's package has set: its variables are inherited by all that it starts, so a
 * Baton that was started from a terminal in an AppImage would take that program's file for its own, and update it.
 */
export function withoutForeignPackage(env: Env, program: OwnProgram): Env {
  const { packaged, execPath, platform, temporary = tmpdir() } = program;
  const isImage = packaged && platform === 'linux' && !!env['APPDIR'] && isInside(execPath, env['APPDIR']);
  // An installer leaves its uninstaller beside the program, whatever the folder.
  const isPortable =
    packaged &&
    platform === 'win32' &&
    isInside(execPath, temporary) &&
    !existsSync(join(dirname(execPath), 'Uninstall Baton.exe'));
  const foreign = new Set([...(isImage ? [] : APPIMAGE), ...(isPortable ? [] : PORTABLE)]);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.has(name)));
}

/** `takeEnv` for the desktop app. */
export function takeAppEnv(packaged: boolean): Env {
  const { platform, execPath } = process;
  return withoutForeignPackage(takeEnv(), { packaged, execPath, platform });
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageKind } from '#contract/update-package.ts';
import type { PackageTarget } from '#contract/updates.ts';

export interface Installed {
  platform: NodeJS.Platform;
  /** Its data is beside it: nothing is installed into the system. */
  portable: boolean;
  arch: string;
  env: Readonly<Record<string, string | undefined>>;
  packaged: boolean;
  resources: string;
}

/** Written by electron-builder.js and packaging/aur into the packages of a package manager. */
function linuxPackage(resources: string): PackageKind {
  let type: string;
  try {
    type = readFileSync(join(resources, 'package-type'), 'utf8').trim();
  } catch {
    return 'archive';
  }
  return type === 'deb' || type === 'rpm' || type === 'pacman' ? type : 'archive';
}

/** As what this app was installed. */
export function packageKind({ platform, portable, env, packaged, resources }: Installed): PackageKind {
  if (!packaged) return 'source';
  if (platform === 'darwin') return portable ? 'portable' : 'mac';
  // Set by electron-builder's portable launcher.
  if (platform === 'win32') return portable || env['PORTABLE_EXECUTABLE_FILE'] ? 'portable' : 'nsis';
  if (env['FLATPAK_ID']) return 'flatpak';
  if (env['APPIMAGE']) return 'appimage';
  return linuxPackage(resources);
}

const TARGETS: Readonly<Record<string, PackageTarget>> = {
  'appimage-x64': 'appimage-x64',
  'nsis-x64': 'nsis-x64',
  'nsis-arm64': 'nsis-arm64',
  'mac-x64': 'mac-x64',
  'mac-arm64': 'mac-arm64',
};

/** What the feed calls the package for this app; `null` where somebody else updates it. */
export const packageTarget = (kind: PackageKind, arch: string): PackageTarget | null =>
  TARGETS[`${kind}-${arch}`] ?? null;

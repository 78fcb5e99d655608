import { type App, autoUpdater } from 'electron';
import { join } from 'node:path';
import type { Installer, Log } from '../../host/base/deps.ts';
import type { Relaunch } from '../relaunch.ts';
import { createInstaller } from './installer.ts';
import { createStartGuard, type StartGuard } from './start-guard.ts';

interface UpdateDeps {
  app: App;
  relaunch: Relaunch;
  home: string;
  portable: boolean;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  log: Log;
}

/** What installs a newer version, and what goes back when it doesn't start. */
export function openUpdates({ app, relaunch, home, portable, env, version, log }: UpdateDeps): {
  guard: StartGuard;
  installer: Installer;
} {
  const folder = join(home, 'updates');
  const guard = createStartGuard({ app, relaunch, folder, version, image: env['APPIMAGE'], log });
  const { arch, platform, resourcesPath: resources } = process;
  const installed = { platform, portable, arch, env, packaged: app.isPackaged, resources };
  return { guard, installer: createInstaller({ ...installed, app, relaunch, autoUpdater, folder, guard, log }) };
}

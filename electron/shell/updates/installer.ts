import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App, AutoUpdater } from 'electron';
import type { Install, Installer, Log } from '../../host/base/deps.ts';
import { checkPackage } from '../../host/updates/download-package.ts';
import type { Relaunch } from '../relaunch.ts';
import { packageKind, packageTarget, type Installed } from './package-kind.ts';
import { serveOnce } from './serve-once.ts';
import type { StartGuard } from './start-guard.ts';

export interface InstallerDeps extends Installed {
  app: Pick<App, 'quit'> & { once(event: 'before-quit', listener: () => void): unknown };
  relaunch: Relaunch;
  autoUpdater: Pick<AutoUpdater, 'checkForUpdates' | 'off' | 'once' | 'quitAndInstall' | 'setFeedURL'>;
  /** Baton's own folder of packages. */
  folder: string;
  guard: Pick<StartGuard, 'expect'>;
  /** Starts a program that outlives this one. Resolves when it runs. */
  start?: (file: string, args: string[]) => Promise<void>;
  log: Log;
}

/** For Squirrel to note that it starts the app afterwards. */
const NOTE_MS = 5000;

type Apply = (path: string, how: Install) => Promise<void>;

/** Started with its own folder and nothing of this process, which ends. */
function startDetached(file: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { detached: true, stdio: 'ignore' });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

/**
 * Installs a package that was checked against the signed feed. Nothing is asked of a server: each way gets the file on the
 * disk.
 */
export function createInstaller(deps: InstallerDeps): Installer {
  const { app, relaunch, arch, env, folder, guard } = deps;
  const kind = packageKind(deps);

  /** The mounted image of the running app keeps its file, so a new one may take the name. */
  const replaceAppImage: Apply = async (path, { version, restart, file, snapshot }) => {
    const image = env['APPIMAGE'] ?? '';
    const next = `${image}.${randomBytes(4).toString('hex')}.part`;
    const kept = join(folder, 'before.AppImage');
    try {
      await copyFile(path, next);
      await chmod(next, 0o755);
      await copyFile(image, kept);
      await checkPackage(next, file);
      await guard.expect(version, kept, snapshot);
      await rename(next, image);
    } finally {
      await rm(next, { force: true });
    }
    if (restart()) relaunch();
  };

  /** Arguments of electron-builder's script (templates/nsis of app-builder-lib 26.17, read 2026-11). */
  const runSetup: Apply = async (path, { version, restart, file, snapshot }) => {
    const setup = join(folder, 'setup.exe');
    await copyFile(path, setup);
    await guard.expect(version, null, snapshot);
    await checkPackage(setup, file);
    await (deps.start ?? startDetached)(setup, ['--updated', '/S', ...(restart() ? ['--force-run'] : [])]);
  };

  /**
   * ShipIt installs once no instance of the app runs, and gives up without a word if one does. So the app is never started
   * from here: ShipIt does it, if that is noted before this process ends. Squirrel then quits the app
   * (SQRLUpdater.h and auto_updater_mac.mm, read 2026-11).
   */
  async function restartBySquirrel(): Promise<void> {
    const noted = Promise.withResolvers<string>();
    const failed = (error: Error) => noted.resolve(error.message);
    app.once('before-quit', () => noted.resolve(''));
    deps.autoUpdater.once('error', failed);
    const timer = setTimeout(() => noted.resolve('Squirrel didn’t answer.'), NOTE_MS);
    deps.autoUpdater.quitAndInstall();
    const problem = await noted.promise;
    clearTimeout(timer);
    deps.autoUpdater.off('error', failed);
    // It is installed all the same, and started by the user.
    if (problem !== '') deps.log.write('warn', 'update-not-restarted', { problem });
  }

  /** Squirrel takes archives from an address only: one of this computer, which nobody can guess, for this one file. */
  const handToSquirrel: Apply = async (path, { version, restart, file, snapshot }) => {
    const served = await serveOnce(path, file);
    const done = Promise.withResolvers<undefined>();
    const ready = () => done.resolve(undefined);
    try {
      deps.autoUpdater.once('update-downloaded', ready);
      deps.autoUpdater.once('error', done.reject);
      deps.autoUpdater.setFeedURL({ url: served.url });
      deps.autoUpdater.checkForUpdates();
      await done.promise;
    } finally {
      deps.autoUpdater.off('update-downloaded', ready);
      deps.autoUpdater.off('error', done.reject);
      await served.close();
    }
    await guard.expect(version, null, snapshot);
    if (restart()) await restartBySquirrel();
  };

  const apply: Partial<Record<typeof kind, Apply>> = {
    appimage: replaceAppImage,
    nsis: runSetup,
    mac: handToSquirrel,
  };
  return {
    kind,
    target: apply[kind] ? packageTarget(kind, arch) : null,
    install: async (path, how) => apply[kind]?.(path, how),
    quit: () => app.quit(),
  };
}

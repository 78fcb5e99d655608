import { type ChildProcess, spawn } from 'node:child_process';
import type { App } from 'electron';
import { placeArguments } from '../host/base/data-place.ts';
import type { Log } from '../host/base/deps.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Starts this Baton again, with its data and its environment, once this process has ended. */
export type Relaunch = () => void;

interface RelaunchDeps {
  app: Pick<App, 'isPackaged' | 'relaunch' | 'releaseSingleInstanceLock'> & {
    once(event: 'quit', listener: () => void): unknown;
  };
  /** Everything that Baton was started with, and no package but its own (environment/own-package.ts). */
  env: Env;
  log: Log;
  start?: typeof spawn;
  platform?: NodeJS.Platform;
}

/**
 * Waits for the end of its standard input, which is that of Baton, and becomes the new Baton. It closes what it inherited:
 * the runtime keeps the old image mounted while its pipe is open. AppRun needs bash, too; without `--norc`, one whose input
 * is a socket reads the user's `.bashrc`.
 */
const WAIT = `for fd in /proc/self/fd/*; do
  fd=\${fd##*/}
  if ((fd > 2)); then eval "exec $fd>&-"; fi
done
read -r _
exec "$@" </dev/null`;

/** What the new image sets itself, and the folders of the old one that AppRun put before the user's own. */
function outsideOfImage(env: Env): Record<string, string> {
  const { APPDIR: mount } = env;
  const isOutside = (path: string) => mount === undefined || (path !== mount && !path.startsWith(`${mount}/`));
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      if (value === undefined || ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'].includes(name)) return [];
      const own = value.includes(`${mount}/`) || value === mount ? value.split(':').filter(isOutside).join(':') : value;
      return own === '' && value !== '' ? [] : [[name, own] as const];
    }),
  );
}

/**
 * The one way to start again. Electron's own starts its helper from the running program, which is gone with the mount of an
 * AppImage (shell/browser/relauncher.cc of Electron; electron-builder issue 1727) and with the folder into which the portable
 * file of Windows unpacks itself.
 */
export function createRelaunch(deps: RelaunchDeps): Relaunch {
  const { app, env, log, start = spawn, platform = process.platform } = deps;
  const image = env['APPIMAGE'];
  const portable = env['PORTABLE_EXECUTABLE_FILE'];
  const args = () => placeArguments(process.argv);
  /** Its standard input stays open as long as this process lives. */
  let waiting: ChildProcess | null = null;

  function begin(...[program, list, options]: [string, string[], { env: Record<string, string>; holds: boolean }]) {
    const { env: own, holds } = options;
    const child = start(program, list, {
      cwd: platform === 'win32' ? undefined : '/',
      detached: true,
      env: own,
      stdio: [holds ? 'pipe' : 'ignore', 'ignore', 'ignore'],
    });
    child.once('error', (error) => log.write('error', 'restart-failed', { error }));
    child.unref();
    return child;
  }

  if (platform === 'linux' && image)
    return () => {
      waiting ??= begin('bash', ['--norc', '-c', WAIT, 'baton', image, ...args()], {
        env: outsideOfImage(env),
        holds: true,
      });
    };
  if (platform === 'win32' && portable)
    return () => {
      // The new one unpacks itself first, which takes longer than the end of this one.
      app.once('quit', () => {
        app.releaseSingleInstanceLock();
        begin(portable, args(), { env: { ...env } as Record<string, string>, holds: false });
      });
    };
  return () => {
    // Electron's helper gets what this process has. With the launcher, which keeps it from others, it is left out.
    const hidden = app.isPackaged ? Object.keys(env).filter((name) => !(name in process.env)) : [];
    for (const name of hidden) process.env[name] = env[name];
    try {
      // From its sources, Electron's first argument is the folder of the app.
      app.relaunch(app.isPackaged ? { args: args() } : undefined);
    } finally {
      for (const name of hidden) delete process.env[name];
    }
  };
}

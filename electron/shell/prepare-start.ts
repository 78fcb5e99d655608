import type { App } from 'electron';
import { type DataPlace, preparePlace } from '../host/base/data-place.ts';
import { keepTogether } from './data-folder.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Thrown where Chromium was started without its sandbox. */
export class NoSandboxError extends Error {
  constructor() {
    super('Baton does not run without the sandbox of Chromium.');
    this.name = 'NoSandboxError';
  }
}

/**
 * An AppImage starts its program so where the system has no user namespaces for it (appImageUtil.js of app-builder-lib
 * 26.17), and Electron takes a variable for it. `app.enableSandbox` removes the switch, but the processes that pages come
 * from were started before it.
 */
const isWithoutSandbox = (argv: readonly string[], env: Env) =>
  argv.some((one) => /^--?no-sandbox(?:=|$)/.test(one)) || env['ELECTRON_DISABLE_SANDBOX'] !== undefined;

interface StartDeps {
  app: Pick<App, 'commandLine' | 'isPackaged' | 'setPath'>;
  argv: readonly string[];
  env: Env;
  place: DataPlace;
  /** Electron's own folder. Window, conversations and keys of one home belong together; the lock is per folder. */
  profile: string;
  platform: NodeJS.Platform;
}

/** Before Electron adds its own folder to the home. Throws where Baton can't start. */
export async function prepareStart({ app, argv, env, place, profile, platform }: StartDeps): Promise<void> {
  if (app.isPackaged && isWithoutSandbox(argv, env)) throw new NoSandboxError();
  await preparePlace(place);
  keepTogether(app, profile, place, platform);
}

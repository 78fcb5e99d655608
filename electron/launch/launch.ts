import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorMessage } from '#core/thrown.ts';
import { findDataPlace, preparePlace } from '../host/base/data-place.ts';
import type { Env } from '../environment/split-env.ts';
import { ensureBuilt, type Part, viteRunner } from './build.ts';
import { chooseMount, fetchFallback } from './choose-mount.ts';
import { fetchElectron, findElectron, recentFailure } from './find-electron.ts';
import type { LaunchContext, LaunchResult } from './launch-context.ts';
import { readMount } from './mount-memory.ts';
import { type LaunchOptions, parseOptions, readPort, USAGE } from '../serve/options.ts';
import { runBrowser } from './run-browser.ts';
import { runElectron } from './run-electron.ts';

/** Starts the desktop app if Electron is installed or can be downloaded, else the same app in an installed browser. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const print = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

async function launch(options: LaunchOptions, env: Env): Promise<number> {
  const { platform } = process;
  const args = [...(options.home ? ['--home', options.home] : []), ...(options.portable ? ['--portable'] : [])];
  const place = findDataPlace({ args, env, beside: { path: root } });
  const context: LaunchContext = {
    root,
    env,
    home: place.home,
    portable: place.portable,
    version: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
    linuxRoot: platform === 'linux' && process.getuid?.() === 0,
    print,
    complain,
  };
  await preparePlace(place);
  const remembered = readMount(context.home);
  const choice = chooseMount({
    asked: options.mount,
    open: options.open,
    portGiven: options.port !== null,
    hasDisplay: platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']),
    linuxRoot: context.linuxRoot,
    remembered,
    electronFound: findElectron(root, env) !== null,
    fetchFailed: recentFailure(root, Date.now())?.reason ?? null,
  });
  const build = async (parts: readonly Part[]) => {
    await ensureBuilt({ root, runVite: viteRunner(root), print }, parts);
  };
  const browser = (note: string | null, window: boolean) =>
    runBrowser({ port: options.port ?? portOf(env), window, note, build: () => build(['page']) }, context);

  if (choice.mount === null) {
    complain(choice.error);
    return 1;
  }
  if (choice.mount === 'browser') return codeOf(await browser(choice.note, choice.window));

  if (choice.fetch) {
    print('Fetching Electron, about 120 MB, for at most 90 seconds (--browser goes without it) …');
    const reason = await fetchElectron(root, Date.now(), env);
    if (reason !== null) {
      if (options.mount === 'electron') {
        complain(`Electron could not be fetched: ${reason}.`);
        return 1;
      }
      return codeOf(await browser(fetchFallback(remembered, reason), true));
    }
  }
  const binary = findElectron(root, env);
  if (!binary) throw new Error('Electron was fetched, but its program is not where it belongs: node_modules/electron.');
  await build(['page', 'main', 'preload']);
  const result = await runElectron(binary, context);
  if ('code' in result) return result.code;
  if (options.mount === 'electron' || remembered === 'electron') {
    complain(`${result.fallback} --browser opens Baton in a browser, with conversations of its own.`);
    return 1;
  }
  return codeOf(await browser(`${result.fallback} Baton opens in browser mode.`, true));
}

/** BATON_PORT sets the fixed port permanently, without requesting browser mode as `--port` does. */
function portOf({ BATON_PORT: text }: Env): number | null {
  if (!text) return null;
  const port = readPort(text);
  if (port === null) throw new Error(`BATON_PORT needs a number from 1 to 65535, not '${text}'`);
  return port;
}

function codeOf(result: LaunchResult): number {
  return 'code' in result ? result.code : 1;
}

/** Reads the options from the command line and ends the process with its exit code. */
export async function launchFromCommandLine(env: Env): Promise<void> {
  const parsed = parseOptions(process.argv.slice(2));
  if (!parsed.ok) {
    complain(`${parsed.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else if (parsed.options.help) {
    print(USAGE);
  } else {
    try {
      // Exits explicitly: a process that still runs (a browser that took over a window) must not block the command.
      process.exit(await launch(parsed.options, env));
    } catch (error) {
      complain(errorMessage(error));
      process.exitCode = 1;
    }
  }
}

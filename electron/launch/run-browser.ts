import type { ChildProcess } from 'node:child_process';
import { type RunningServer, startServer } from '../serve/start-server.ts';
import { closeOnSignal } from '../serve/command-line.ts';
import { PortTaken } from '../serve/port-taken.ts';
import { isAlive, readRunning } from '../serve/running-file.ts';
import { browserName, openBrowserWindow } from './browser-window.ts';
import { findBrowser } from './find-browser.ts';
import type { LaunchContext, LaunchResult } from './launch-context.ts';
import { rememberMount } from './mount-memory.ts';

export interface BrowserLaunch {
  port: number | null;
  /** A window is wanted and there is a display. */
  window: boolean;
  /** Why it is browser mode, in words for the user. */
  note: string | null;
  /** Makes sure the page is there, before anything listens. */
  build: () => Promise<void>;
}

/** A page that has not connected after this time has not opened. */
const CONNECT_MS = 20_000;
/** A browser that fails does so at once; one that takes longer than this is on its way. */
const SETTLE_MS = 4000;
/** A window may reload or be opened again within this time without ending Baton. */
const GONE_MS = 2000;
const STEP_MS = 250;
const TAIL = 2000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function chooseBrowser(wanted: boolean): { browser: string | null; why: string | null } {
  if (!wanted) return { browser: null, why: null };
  const browser = findBrowser();
  const named = process.env['BATON_BROWSER'];
  if (browser) return { browser, why: null };
  return {
    browser: null,
    why: named
      ? `BATON_BROWSER names ${named}, which cannot be run.`
      : 'No Chrome, Chromium, Edge or Brave was found; BATON_BROWSER can name one.',
  };
}

interface Opened {
  child: ChildProcess;
  name: string;
  state: { running: boolean; failure: string | null };
}

function open(browser: string, url: string, context: LaunchContext): Opened {
  const { home, linuxRoot } = context;
  const child = openBrowserWindow({ browser, url, home, linuxRoot, platform: process.platform });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-TAIL);
  });
  const state: Opened['state'] = { running: true, failure: null };
  child.once('error', (error) => Object.assign(state, { running: false, failure: error.message }));
  child.once('close', (code, signal) => {
    const last = output.trim().split('\n').at(-1) ?? '';
    const failed = code !== 0 && signal === null;
    state.running = false;
    state.failure ??= failed ? `exit code ${code}${last === '' ? '' : `: ${last}`}` : null;
  });
  return { child, name: browserName(browser), state };
}

const rootWords = (context: LaunchContext) =>
  context.linuxRoot ? ' The browser runs as root and therefore without its sandbox; another account is safer.' : '';

/** A Baton on this home runs already: one more window on it, or its address. */
async function join(url: string, launch: BrowserLaunch, context: LaunchContext): Promise<LaunchResult> {
  const { browser, why } = chooseBrowser(launch.window);
  if (!browser) {
    context.say(`${[why, 'Baton runs already:'].filter(Boolean).join(' ')} ${url}`);
    return { code: 0 };
  }
  const opened = open(browser, url, context);
  // Handed over to the browser that has the first window, or a first window of its own that outlives this process.
  for (let waited = 0; waited < GONE_MS && opened.state.running; waited += STEP_MS) await sleep(STEP_MS);
  if (opened.state.failure) {
    context.complain(`${opened.name} did not open (${opened.state.failure}). Baton runs already: ${url}`);
    return { code: 1 };
  }
  context.say(`Baton runs already; a new window opens in ${opened.name}.`);
  opened.child.stderr?.destroy();
  opened.child.unref();
  return { code: 0 };
}

/** Until the page has connected, the browser has ended, or it is plain that it takes its time. True when connected. */
async function settle(server: RunningServer, { state }: Opened): Promise<boolean> {
  for (let waited = 0; waited < SETTLE_MS && state.running; waited += STEP_MS) {
    if (server.windows() > 0) return true;
    await sleep(STEP_MS);
  }
  return server.windows() > 0;
}

/** Waits until no window is left, counting those that were opened by hand elsewhere. */
async function watch(server: RunningServer, opened: Opened, connected: boolean, context: LaunchContext): Promise<void> {
  const { state, name } = opened;
  const startedAt = Date.now();
  let seen = connected;
  let told = false;
  let emptySince: number | null = null;
  for (;;) {
    await sleep(STEP_MS);
    const now = Date.now();
    if (server.windows() > 0) {
      seen = true;
      emptySince = null;
    } else if (!state.running && seen) {
      emptySince ??= now;
      if (now - emptySince >= GONE_MS) return;
    } else if (!state.running && !told && (state.failure !== null || now - startedAt >= CONNECT_MS)) {
      told = true;
      const why = state.failure === null ? '' : ` (${name}: ${state.failure})`;
      context.complain(`No window opened${why}. Open this address in a browser: ${server.url}`);
    }
  }
}

/** Browser mode: the server in this process, its window in an installed browser or nowhere. */
export async function runBrowser(launch: BrowserLaunch, context: LaunchContext): Promise<LaunchResult> {
  const { say, complain, home, version } = context;
  const running = await readRunning(home);
  if (running && (await isAlive(running))) return join(running.url, launch, context);

  if (launch.note) say(launch.note);
  await launch.build();
  let server: RunningServer;
  try {
    server = await startServer({ port: launch.port, home, env: context.env });
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error;
    if (error.taken.by === 'baton') return join(error.taken.url, launch, context);
    complain(error.message);
    return { code: 1 };
  }

  const { browser, why } = chooseBrowser(launch.window);
  const opened = browser ? open(browser, server.url, context) : null;
  closeOnSignal({
    async close() {
      opened?.child.kill();
      await server.close();
      say('Baton has ended.');
    },
  });
  if (!opened) {
    say(`${[why, `Baton ${version} is ready:`].filter(Boolean).join(' ')} ${server.url}`);
    say('Open this address in a browser. Ctrl-C ends Baton.');
    return new Promise(() => undefined);
  }
  const connected = await settle(server, opened);
  if (opened.state.failure === null) {
    rememberMount(home, 'browser');
    say(
      `Baton ${version} is open in ${opened.name} (browser mode, ${server.origin}). Close its window or press Ctrl-C to end Baton.${rootWords(context)}`,
    );
  }
  await watch(server, opened, connected, context);
  await server.close();
  say('The last window was closed; Baton has ended.');
  return { code: 0 };
}

import type { ChildProcess } from 'node:child_process';
import { type RunningServer, startServer } from '../serve/start-server.ts';
import { closeOnSignal, printLinks } from '../serve/command-line.ts';
import { contactRunningInstance, type InstanceRequest, type InstanceReply } from '../serve/instance-socket.ts';
import { PortTakenError } from '../serve/port-taken-error.ts';
import { browserName, forgetAddress, openBrowserWindow, removeWorkers } from './browser-window.ts';
import { findBrowser } from './find-browser.ts';
import type { LaunchContext, LaunchResult } from './launch-context.ts';
import { rememberMount } from './mount-memory.ts';

export interface BrowserLaunch {
  port: number | null;
  /** Whether to open a window, which needs a display. */
  window: boolean;
  /** Why browser mode was chosen, as a message for the user. */
  note: string | null;
  /** Builds the page if needed, before the server listens. */
  build: () => Promise<void>;
}

/** A page that has not connected by then has failed to open. */
const CONNECT_MS = 20_000;
/** A browser that fails does so quickly; one that runs longer than this is still opening. */
const SETTLE_MS = 4000;
/** How long the ticket in the window's address is valid. */
const TICKET_MS = 5 * 60_000;
/** A window may reload or be opened again within this time without ending Baton. */
const GONE_MS = 2000;
const STEP_MS = 250;
const TAIL = 2000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function chooseBrowser(requested: boolean): { browser: string | null; why: string | null } {
  if (!requested) return { browser: null, why: null };
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

function open(browser: string, server: RunningServer, context: LaunchContext): Opened {
  const { home, linuxRoot } = context;
  const url = server.link({ lifeMs: TICKET_MS, onUsed: () => forgetAddress(home, browser) });
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

/**
 * Waits until the page has connected, the browser has ended, or it clearly needs more time. Returns true when
 * connected.
 */
async function settle(server: RunningServer, { state }: Opened): Promise<boolean> {
  for (let waited = 0; waited < SETTLE_MS && state.running; waited += STEP_MS) {
    if (server.windows() > 0) return true;
    await sleep(STEP_MS);
  }
  return server.windows() > 0;
}

/** Waits until no window is left, including those that the user opened elsewhere. */
async function watch(server: RunningServer, opened: Opened, connected: boolean, context: LaunchContext): Promise<void> {
  const { state, name } = opened;
  const startedAt = Date.now();
  let seen = connected;
  let reported = false;
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
    } else if (!state.running && !reported && (state.failure !== null || now - startedAt >= CONNECT_MS)) {
      reported = true;
      const why = state.failure === null ? '' : ` (${name}: ${state.failure})`;
      context.complain(`No window opened${why}. Open this address in a browser: ${server.link()}`);
    }
  }
}

/** Handles a later start's request for a window, or for a link in this terminal. */
async function handleRequest(
  wish: InstanceRequest,
  browser: string | null,
  server: RunningServer,
  context: LaunchContext,
): Promise<InstanceReply> {
  if (wish === 'link' || !browser) {
    context.print(`Baton was started again. Another window: ${server.link()}`);
    return 'printed';
  }
  const { state, name } = open(browser, server, context);
  // The browser with the first window takes over the new one, and this process ends at once.
  for (let waited = 0; waited < GONE_MS && state.running; waited += STEP_MS) await sleep(STEP_MS);
  if (state.failure === null) return 'opened';
  context.complain(`${name} did not open (${state.failure}). Open this address in a browser: ${server.link()}`);
  return 'failed';
}

/** Prints how another Baton handled the request of this start. */
function reportConflict({ taken, message }: PortTakenError, { print, complain }: LaunchContext): LaunchResult {
  if (taken.by === 'baton' && taken.outcome !== 'failed') {
    print(message);
    return { code: 0 };
  }
  complain(message);
  return { code: 1 };
}

/** Browser mode: the server runs in this process, its window in an installed browser, or without a window. */
export async function runBrowser(launch: BrowserLaunch, context: LaunchContext): Promise<LaunchResult> {
  const { print, complain, home, version } = context;
  const wish: InstanceRequest = launch.window ? 'window' : 'link';
  const outcome = await contactRunningInstance(home, wish);
  if (outcome !== null) return reportConflict(new PortTakenError({ by: 'baton', outcome }), context);

  if (launch.note) print(launch.note);
  await launch.build();
  const { browser, why } = chooseBrowser(launch.window);
  let server: RunningServer;
  try {
    const onInstanceRequest = (asked: InstanceRequest) => handleRequest(asked, browser, server, context);
    server = await startServer({
      port: launch.port,
      home,
      portable: context.portable,
      env: context.env,
      wish,
      onInstanceRequest,
    });
  } catch (error) {
    if (!(error instanceof PortTakenError)) throw error;
    return reportConflict(error, context);
  }

  let opened: Opened | null = null;
  if (browser) {
    try {
      removeWorkers(home, browser);
    } catch (error) {
      complain(`Service workers could not be removed from the browser's profile: ${String(error)}`);
    }
    opened = open(browser, server, context);
    // The only profile that isn't in the home (profileFolder).
    if (context.portable && browser.startsWith('/snap/'))
      complain(
        `A browser from a snap keeps the history in its own folder, not in ${home}. BATON_BROWSER can name another.`,
      );
  }
  closeOnSignal({
    async close() {
      opened?.child.kill();
      await server.close();
      print('Baton has ended.');
    },
  });
  if (!opened) {
    printLinks(server.link, (link) =>
      print(`${[why, `Baton ${version} is ready:`].filter(Boolean).join(' ')} ${link}`),
    );
    print('Open this address in a browser. Ctrl-C ends Baton.');
    if (context.portable) print(`The history is kept by that browser, not in ${home}.`);
    return new Promise(() => undefined);
  }
  const connected = await settle(server, opened);
  if (opened.state.failure === null) {
    rememberMount(home, 'browser');
    print(
      `Baton ${version} is open in ${opened.name} (browser mode, port ${server.port}). Close its window or press Ctrl-C to end Baton.${rootWords(context)}`,
    );
  }
  await watch(server, opened, connected, context);
  await server.close();
  print('The last window was closed; Baton has ended.');
  return { code: 0 };
}

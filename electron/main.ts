import { app, BrowserWindow, crashReporter, safeStorage, session } from 'electron';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createHost } from '#host/create-host.ts';
import { toElectronHandler } from '#host/electron-mount.ts';
import { removePartialFiles } from './host/base/partial-files.ts';
import { createAtRest } from './host/at-rest/at-rest.ts';
import { createFileLog } from './host/log/log-file.ts';
import { createCrashStore } from './host/crashes/crash-store.ts';
import { openPractice } from './serve/open-practice.ts';
import { createNetwork } from './host/network/create-network.ts';
import { systemClock } from './host/base/system-clock.ts';
import { takeAppEnv } from './environment/own-package.ts';
import { registerAppScheme, serveApp } from '#shell/app-scheme.ts';
import { askToGoBack } from '#shell/updates/ask-to-go-back.ts';
import { openUpdates } from '#shell/updates/open-updates.ts';
import { catchErrors } from '#shell/crashes/catch-errors.ts';
import { watchGraphics } from '#shell/crashes/graphics.ts';
import { beginRun } from '#shell/crashes/run-marker.ts';
import { watchApp } from '#shell/crashes/watch-app.ts';
import { endFailedStart } from '#shell/end-failed-start.ts';
import { findOwnPlace } from '#shell/find-own-place.ts';
import { followApp } from '#shell/follow-app.ts';
import { closeNetwork, guardContents, guardSession, refuseDebugging } from '#shell/guards.ts';
import { takeHome } from '#shell/take-home.ts';
import { setMenus } from '#shell/set-menus.ts';
import { asksToQuit, listenForLinks } from '#shell/listen-for-links.ts';
import { createRelaunch } from '#shell/relaunch.ts';
import { createOpener } from '#shell/open-external.ts';
import { createFolderPicker } from '#shell/pick-folder.ts';
import { createHomeOpener } from '#shell/data-folder.ts';
import { prepareStart } from '#shell/prepare-start.ts';
import { APP_ORIGIN } from '#shell/policy.ts';
import { openSecrets } from '#shell/open-secrets.ts';
import { createDatabaseMover, moveDatabasesAside } from '#shell/move-databases-aside.ts';
import { openShell } from '#shell/desktop/open-shell.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';

/** Root of the desktop app: wiring only. shell/policy.ts decides what is allowed, host/ what is served. */

const { platform } = process;
const env = takeAppEnv(app.isPackaged);
const place = findOwnPlace(app, env);
const { home, portable } = place;
const desktop = join(home, 'desktop');
const token = randomBytes(32).toString('base64url');
const atRest = createAtRest({ home, clock: systemClock });
const log = createFileLog({ home, now: () => systemClock.now(), keys: atRest });
log.redactor.hide(token);
const base = { home, portable, env, clock: systemClock, log };
const relaunch = createRelaunch({ app, ...base });
const graphics = watchGraphics(app, home, () => systemClock.now());
const images = join(desktop, 'Crashpad');
const version = app.getVersion();
const crashes = createCrashStore({ home, version, mount: 'electron', clock: systemClock, log, images, graphics });
const { guard, installer } = openUpdates({ app, relaunch, version, ...base });
const mover = createDatabaseMover(app, desktop);
const inApp = (path: string) => join(app.getAppPath(), 'dist', path);
const fail = (error: unknown) => endFailedStart(app, error, log);
catchErrors(log, crashes);

async function start(): Promise<void> {
  const texts = desktopTexts(app.getPreferredSystemLanguages());
  const lock = await takeHome(home, texts, log);
  if (await askToGoBack(guard, texts, app.getPreferredSystemLanguages()[0] ?? 'en')) return;
  await removePartialFiles(home);
  const run = beginRun(home, log);
  watchApp({ app, run, graphics, crashes, images, log });
  guardSession(session.defaultSession, log);
  await closeNetwork(session.defaultSession);
  const { windows, files, shell } = await openShell({
    app,
    session: session.defaultSession,
    ...base,
    platform,
    icon: inApp('page/icon.png'),
    page: { preload: inApp('preload/preload.cjs'), token, packaged: app.isPackaged, texts, log, crashes },
    onOpen: (window) => run.follow(window),
    onReport: () => guard.healthy(),
    holdsUp: () => host.update.waits(),
    onStay() {
      host.update.stay();
      mover.stay();
    },
  });
  const secrets = await openSecrets({ ...base, safeStorage, platform, atRest });
  const resolveProxy = (url: string) => app.resolveProxy(url);
  const network = createNetwork({ ...base, secrets, resolveProxy });
  const host = createHost(
    {
      ...base,
      version,
      mount: 'electron',
      origin: APP_ORIGIN,
      token,
      pageDir: inApp('page'),
      openHome: createHomeOpener(home),
      secrets,
      atRest,
      fetch: network.fetch,
      network,
      signInPage: { done: [texts.signInDone], stray: [texts.signInStray] },
      openExternal: createOpener(() => BrowserWindow.getFocusedWindow(), texts, log),
      pickFolder: createFolderPicker(() => BrowserWindow.getFocusedWindow(), texts),
      setStoreAside: mover.setAside,
      crashes,
      installer,
      desktop: shell,
    },
    { practice: await openPractice(home, systemClock) },
  );
  serveApp(toElectronHandler(host));
  setMenus({ app, portable, texts, platform, windows });
  const close = () => host.close().then(() => lock?.release());
  log.write('info', 'start', { mount: 'electron' });
  const shown = { run, windows, links, offer: files.offer, address: guard.takeAddress() };
  followApp({ ...shown, app, platform, close, update: host.update, relaunch, restarts: mover.restarts, log });
}

app.enableSandbox();
registerAppScheme();
refuseDebugging(app);
guardContents(app, log);
const links = listenForLinks(app, process.argv, process.platform, log, portable);
if (process.platform === 'win32') app.setAppUserModelId('app.baton.desktop');

try {
  // Before Electron adds its own folder to it. Electron waits for this module, so the app is not ready yet.
  await prepareStart({ app, argv: process.argv, env, place, profile: desktop, platform });
  if (app.requestSingleInstanceLock() && !asksToQuit(app, process.argv)) {
    // Memory images of crashes stay in the home; nothing is ever sent.
    crashReporter.start({ uploadToServer: false });
    graphics.apply();
    await moveDatabasesAside(desktop, systemClock.now(), log);
    // Not awaited: Electron becomes ready only after this module has run to its end.
    app.whenReady().then(start).catch(fail);
  } else {
    process.stdout.write('Baton is open already; its window comes to the front.\n');
    app.quit();
  }
} catch (error) {
  fail(error);
}

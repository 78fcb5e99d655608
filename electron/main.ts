import { app, autoUpdater, BrowserWindow, crashReporter, dialog, safeStorage, session } from 'electron';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createHost } from '#host/create-host.ts';
import { toElectronHandler } from '#host/electron-mount.ts';
import { errorMessage } from '#core/thrown.ts';
import { prepareHome, resolveHome } from './host/base/home-folder.ts';
import { lockHome } from './host/base/home-lock.ts';
import { removePartialFiles } from './host/base/partial-files.ts';
import { createFileLog } from './host/base/log-file.ts';
import { createCrashStore } from './host/crashes/crash-store.ts';
import { openPractice } from './serve/open-practice.ts';
import { createNetwork } from './host/network/create-network.ts';
import { systemClock } from './host/base/system-clock.ts';
import { takeEnv } from './environment/clean-env.ts';
import { registerAppScheme, serveApp } from '#shell/app-scheme.ts';
import { askToGoBack } from '#shell/updates/ask-to-go-back.ts';
import { createInstaller } from '#shell/updates/installer.ts';
import { createStartGuard } from '#shell/updates/start-guard.ts';
import { watchGraphics } from '#shell/crashes/graphics.ts';
import { beginRun } from '#shell/crashes/run-marker.ts';
import { watchApp } from '#shell/crashes/watch-app.ts';
import { followApp } from '#shell/follow-app.ts';
import { closeNetwork, guardContents, guardSession, refuseDebugging } from '#shell/guards.ts';
import { createDesktop } from '#shell/desktop/create-desktop.ts';
import { setMenus } from '#shell/set-menus.ts';
import { listenForLinks } from '#shell/listen-for-links.ts';
import { createOpenedFiles } from '#shell/opened-files.ts';
import { createOpener } from '#shell/open-external.ts';
import { createLastFolder } from '#shell/last-folder.ts';
import { createFolderPicker } from '#shell/pick-folder.ts';
import { createPdfSaver } from '#shell/save-pdf.ts';
import { APP_ORIGIN } from '#shell/policy.ts';
import { openSecrets } from '#shell/open-secrets.ts';
import { createDatabaseMover, moveDatabasesAside } from '#shell/move-databases-aside.ts';
import { createQuickWindow } from '#shell/quick-window.ts';
import { createWindows } from '#shell/windows.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';

/** Root of the desktop app: wiring only. shell/policy.ts decides what is allowed, host/ what is served. */

const env = takeEnv();
const home = resolveHome(null, env);
const desktop = join(home, 'desktop');
const token = randomBytes(32).toString('base64url');
const log = createFileLog({ home, now: () => systemClock.now() });
log.redactor.hide(token);
const graphics = watchGraphics(app, home, () => systemClock.now());
const images = join(desktop, 'Crashpad');
const crashes = createCrashStore({
  home,
  version: app.getVersion(),
  mount: 'electron',
  clock: systemClock,
  log,
  images,
  graphics,
});
const packages = join(home, 'updates');
const guard = createStartGuard({ app, folder: packages, version: app.getVersion(), image: env['APPIMAGE'], log });
const installer = createInstaller({
  app,
  autoUpdater,
  platform: process.platform,
  arch: process.arch,
  env,
  packaged: app.isPackaged,
  resources: process.resourcesPath,
  folder: packages,
  guard,
});
const inApp = (path: string) => join(app.getAppPath(), 'dist', path);

// A last safety net: no error in the host may end the process that holds every open session.
const note = (event: string) => (error: unknown) => {
  log.write('error', event, { error });
  crashes.record('error', { facts: { in: 'the host' }, error });
};
process.on('uncaughtException', note('uncaught'));
process.on('unhandledRejection', note('unhandled'));

async function start(): Promise<void> {
  const texts = desktopTexts(app.getPreferredSystemLanguages());
  const lock = await lockHome(home).catch((error: unknown) => {
    log.write('warn', 'home-not-locked', { error });
    return undefined;
  });
  if (lock === null) throw new Error(texts.homeTaken);
  if (await askToGoBack(guard, texts)) return;
  await removePartialFiles(home);
  const run = beginRun(home, log);
  watchApp({ app, run, graphics, crashes, images, log });
  guardSession(session.defaultSession, log);
  await closeNetwork(session.defaultSession);
  const { platform } = process;
  const page = { preload: inApp('preload/preload.cjs'), token, packaged: app.isPackaged, texts, log, crashes };
  const quick = createQuickWindow({ ...page, app, platform, showInMain: (address) => windows.show(address) });
  const windows = createWindows({
    ...page,
    stateFile: join(home, 'window.json'),
    onOpen(window) {
      shell.adopt(window);
      run.follow(window);
    },
    showQuick: () => quick.show(),
    // On macOS an app goes on without windows.
    onAllClosed: () => platform !== 'darwin' && quick.end(),
  });
  const files = createOpenedFiles({ texts, platform: process.platform, log });
  const shell = await createDesktop({
    app,
    session: session.defaultSession,
    home,
    env,
    platform,
    texts,
    icon: inApp('page/icon.png'),
    clock: systemClock,
    log,
    show: windows.show,
    quick,
    openedFile: files.read,
    savePdf: createPdfSaver({
      window: () => BrowserWindow.getFocusedWindow(),
      folder: createLastFolder(app),
      texts,
      country: () => app.getLocaleCountryCode(),
    }),
  });
  const secrets = openSecrets({ home, safeStorage, platform, clock: systemClock, log });
  const network = createNetwork({
    home,
    env,
    secrets,
    clock: systemClock,
    resolveProxy: (url) => app.resolveProxy(url),
  });
  const host = createHost(
    {
      version: app.getVersion(),
      mount: 'electron',
      origin: APP_ORIGIN,
      token,
      pageDir: inApp('page'),
      env,
      home,
      secrets,
      fetch: network.fetch,
      network,
      clock: systemClock,
      log,
      openExternal: createOpener(() => BrowserWindow.getFocusedWindow(), texts, log),
      pickFolder: createFolderPicker(() => BrowserWindow.getFocusedWindow(), texts),
      setStoreAside: createDatabaseMover(app, desktop),
      crashes,
      installer,
      desktop: {
        ...shell,
        // A page that reports is one that works.
        report(activity) {
          guard.healthy();
          shell.report(activity);
        },
      },
    },
    { practice: await openPractice(home, systemClock) },
  );
  serveApp(toElectronHandler(host));
  setMenus({ app, texts, platform, windows });

  const close = async () => {
    run.end();
    await host.close();
    lock?.release();
  };
  log.write('info', 'start', { mount: 'electron' });
  followApp({
    app,
    platform,
    windows,
    links,
    offer: files.offer,
    before: run.before?.address ?? null,
    close,
    install: () => host.installUpdate(),
    log,
  });
}

function fail(error: unknown): void {
  log.write('error', 'start-failed', { error });
  const { startFailed } = desktopTexts(app.isReady() ? app.getPreferredSystemLanguages() : []);
  dialog.showErrorBox(startFailed, errorMessage(error));
  app.exit(1);
}

app.enableSandbox();
registerAppScheme();
refuseDebugging(app);
guardContents(app, log);
const links = listenForLinks(app, process.argv, process.platform, log);
if (process.platform === 'win32') app.setAppUserModelId('app.baton.desktop');

try {
  // Before Electron adds its own folder to it. Electron waits for this module, so the app is not ready yet.
  await prepareHome(home);
  // Window, conversations and keys of one home belong together; the lock is per folder.
  app.setPath('userData', desktop);
  if (app.requestSingleInstanceLock()) {
    // Memory images of crashes stay in the home; nothing is ever sent.
    crashReporter.start({ uploadToServer: false });
    graphics.apply();
    const aside = await moveDatabasesAside(desktop, systemClock.now());
    if (aside !== null) log.write('info', 'store-set-aside', { aside });
    // Not awaited: Electron becomes ready only after this module has run to its end.
    app.whenReady().then(start).catch(fail);
  } else {
    process.stdout.write('Baton is open already; its window comes to the front.\n');
    app.quit();
  }
} catch (error) {
  fail(error);
}

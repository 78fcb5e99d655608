import { join } from 'node:path';
import { type BrowserWindow, dialog, systemPreferences } from 'electron';
import type { App, Session } from 'electron';
import type { DesktopActivity, DesktopSettings } from '#contract/desktop.ts';
import type { DesktopTexts } from '#texts/desktop-texts.ts';
import type { Clock, Desktop, Log } from '../../host/base/deps.ts';
import { createQueue } from '../../host/base/serialize.ts';
import { hideWindow } from '../window.ts';
import { expectUse } from '../guards.ts';
import { createActivity } from './activity.ts';
import type { QuickWindow } from '../quick-window.ts';
import { createLoginItem } from './login-item.ts';
import { createScreenCapture } from './capture-screen.ts';
import { createQuickShortcut } from './quick-shortcut.ts';
import { createSettingsFile } from './settings-file.ts';
import { createSpelling } from './spelling.ts';
import { createTray, type TrayIcon } from './tray.ts';

export interface DesktopShell extends Desktop {
  /** Called with each new window. */
  adopt: (window: BrowserWindow) => void;
  /** How much of a file is saved, from 0 to 1; `null`: nothing is being saved. */
  showSaving: (part: number | null) => void;
  /** The user stayed where a page asked not to be left. */
  stay: () => void;
}

export interface DesktopShellDeps {
  app: App;
  session: Session;
  home: string;
  portable: boolean;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  texts: DesktopTexts;
  /** The picture in the tray. */
  icon: string;
  clock: Clock;
  log: Log;
  show: (address: string | null) => void;
  savePdf: Desktop['savePdf'];
  giveFile: Desktop['giveFile'];
  openedFile: Desktop['openedFile'];
  quick: Pick<QuickWindow, 'current' | 'toggle' | 'warm'>;
  holdsUp: () => boolean;
}

/** The quick window is loaded once the first window has had the processor for itself. */
const WARM_MS = 5_000;

/** Tray, badge, shortcut, spell checker and start at login, as the user has set them. */
export async function createDesktop(deps: DesktopShellDeps): Promise<DesktopShell> {
  const { app, session, texts, platform, log } = deps;
  const file = createSettingsFile(deps.home, deps.clock);
  const spelling = createSpelling(session, { ...deps, folder: join(app.getPath('sessionData'), 'Dictionaries') });
  const loginItem = createLoginItem({ ...deps, execPath: process.execPath });
  const shortcut = createQuickShortcut({ ...deps, onPress: () => deps.quick.toggle() });
  const activity = createActivity(app, platform);
  const enqueue = createQueue();
  let settings = await file.read();
  let tray: TrayIcon | null = null;
  let quitting = false;

  const state = async () => ({
    settings,
    quick: shortcut.state(),
    startsAtLogin: await loginItem.state(),
    dictionaries: spelling.state(),
  });

  function applyTray(): void {
    if (settings.tray !== 'on') {
      tray?.remove();
      tray = null;
      return;
    }
    tray ??= createTray(deps.icon, texts, { show: deps.show, quit: () => app.quit() });
    tray.update(activity.now());
  }

  let warming: unknown = null;
  function applyShortcut(): void {
    shortcut.use(settings.quickShortcut);
    deps.clock.clearTimeout(warming);
    if (settings.quickShortcut !== null) warming = deps.clock.setTimeout(() => deps.quick.warm(), WARM_MS);
  }

  async function set(patch: Partial<DesktopSettings>): Promise<void> {
    const next = { ...settings, ...patch };
    await file.write(next);
    settings = next;
    applyTray();
    // The same one again: the program that had it may have ended.
    if (patch.quickShortcut !== undefined) applyShortcut();
    // The same languages again: what failed is tried once more.
    if (patch.spelling) await spelling.use(patch.spelling);
  }

  /** Once: afterwards the answer is a setting. */
  async function askAboutTray(window: BrowserWindow): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: texts.trayTitle,
      detail: texts.trayDetail,
      buttons: [texts.keepRunning, texts.quit, texts.cancel],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
    });
    if (response === 2 || window.isDestroyed()) return;
    await enqueue(() => set({ tray: response === 0 ? 'on' : 'off' }));
    if (response === 0) hideWindow(window);
    else window.close();
  }

  let asking = false;
  function onClose(window: BrowserWindow, event: { preventDefault: () => void }, isLast: boolean): void {
    if (quitting || !isLast) return;
    if (settings.tray === 'off') {
      // The last window quits all the same, once it has made the snapshot of before an update.
      if (platform === 'darwin' || !deps.holdsUp()) return;
      event.preventDefault();
      app.quit();
      return;
    }
    if (settings.tray === 'on') {
      event.preventDefault();
      hideWindow(window);
      return;
    }
    // On macOS an app goes on without windows, in the dock.
    if (platform === 'darwin') return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    askAboutTray(window)
      .catch((error: unknown) => log.write('error', 'shell.dialog-failed', { error: String(error) }))
      .finally(() => {
        asking = false;
      });
  }

  app.on('before-quit', (event) => {
    quitting = true;
    queueMicrotask(() => {
      if (event.defaultPrevented) quitting = false;
    });
  });
  await spelling.use(settings.spelling);
  applyTray();
  applyShortcut();

  const windows = new Set<BrowserWindow>();
  return {
    state,
    change: (patch) =>
      enqueue(async () => {
        const { startsAtLogin, ...rest } = patch;
        if (startsAtLogin !== undefined) await loginItem.change(startsAtLogin);
        if (Object.keys(rest).length > 0) await set(rest);
        return state();
      }),
    savePdf: deps.savePdf,
    giveFile: deps.giveFile,
    openedFile: deps.openedFile,
    report(reported: DesktopActivity) {
      activity.report(reported, [...windows]);
      tray?.update(activity.now());
    },
    showSaving: (part) => activity.saving(part, [...windows]),
    allowClipboard: () => expectUse('clipboard-read'),
    async allowMicrophone() {
      // The system asks once. Chromium reports a refusal to the page.
      if (platform === 'darwin') await systemPreferences.askForMediaAccess('microphone');
      expectUse('microphone');
    },
    captureScreen: createScreenCapture({ ...deps, quick: () => deps.quick.current() }),
    adopt(window) {
      windows.add(window);
      window.on('closed', () => windows.delete(window));
      window.on('close', (event) => onClose(window, event, windows.size === 1));
    },
    stay() {
      quitting = false;
    },
  };
}

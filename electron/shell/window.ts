import { BrowserWindow, clipboard, Menu, nativeTheme, screen, type WebPreferences } from 'electron';
import type { CrashReports, Log } from '../host/base/deps.ts';
import { askBeforeLeaving } from './ask-before-leaving.ts';
import { contextMenuTemplate } from './context-menu.ts';
import { expectDownload } from './guards.ts';
import { APP_URL, maySaveImage } from './policy.ts';
import { toTokenArgument } from './token-argument.ts';
import { watchHealth } from './window-health.ts';
import { MIN_SIZE, placeWindow, readWindowState, writeWindowState } from './window-state.ts';
import type { DesktopTexts } from '#texts/desktop-texts.ts';

/** `--bg` of src/ui/kit/theme/tokens.css in both themes, until the page sets its own. */
export const PAPER = { light: '#fafaf8', dark: '#151816' };
/** Waits until moving and resizing have ended before the place is written. */
const SETTLE_MS = 400;

export interface WindowOptions {
  preload: string;
  token: string;
  stateFile: string;
  packaged: boolean;
  texts: DesktopTexts;
  log: Log;
  crashes: Pick<CrashReports, 'record'>;
  /** A page asked not to be left, and the user stayed: Baton doesn't quit. */
  onStay: () => void;
  /** An address of the page (addresses.ts). */
  address?: string;
  /** How many windows there are already. */
  others?: number;
  /** Called with each window before it is shown. */
  onOpen?: (window: BrowserWindow) => void;
}

/** Every security-relevant preference is set explicitly, even where it is the default. */
export const webPreferences = (options: Pick<WindowOptions, 'packaged' | 'preload' | 'token'>): WebPreferences => ({
  preload: options.preload,
  additionalArguments: [toTokenArgument(options.token)],
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  plugins: false,
  safeDialogs: true,
  devTools: !options.packaged,
  // Answers keep arriving and are stored every 250 ms, also while the window is hidden.
  backgroundThrottling: false,
  // Whether anything is checked, and by which dictionaries, is the session's matter (desktop/spelling.ts).
  spellcheck: true,
});

/** Opens a window with the page. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const saved = readWindowState(options.stateFile);
  const others = options.others ?? 0;
  const place = placeWindow(
    // Offset, so that a further window doesn't cover the others.
    saved && { ...saved.bounds, x: saved.bounds.x + others * 32, y: saved.bounds.y + others * 32 },
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...place,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: 'Baton',
    show: false,
    autoHideMenuBar: true,
    backgroundColor: saved?.background ?? (nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light),
    webPreferences: webPreferences(options),
  });
  if (saved?.maximized && others === 0) window.maximize();
  window.once('ready-to-show', () => window.show());
  rememberPlace(window, options.stateFile, saved?.background ?? null, options.log);
  options.onOpen?.(window);
  loadPage(window, options, () => window.show());
  return window;
}

/** Loads the page in a new window and sees to what every window with the page has. */
export function loadPage(
  window: BrowserWindow,
  options: Pick<WindowOptions, 'address' | 'crashes' | 'log' | 'onStay' | 'texts'>,
  onFailed: () => void,
): void {
  const { texts, log, address = '' } = options;
  offerContextMenu(window, texts, log);
  watchHealth(window, options);
  askBeforeLeaving(window, texts, options.onStay);
  window.loadURL(`${APP_URL}${address}`).catch((error: unknown) => {
    log.write('error', 'shell.load-failed', { error: String(error) });
    onFailed();
  });
}

/**
 * Shows an address of the page in an open window. Only what follows the `#` changes, so the page stays and goes there
 * itself. The same address again would load it anew, and end what runs in it.
 */
export function showAddress(window: BrowserWindow, address: string, log: Log): void {
  const url = `${APP_URL}${address}`;
  if (window.webContents.getURL() === url) return;
  window.loadURL(url).catch((error: unknown) => {
    log.write('warn', 'shell.address-not-shown', { error: String(error) });
  });
}

/** The address of the page that a window shows. */
export function addressOf(window: BrowserWindow): string | null {
  const url = window.webContents.getURL();
  return url.startsWith(`${APP_URL}#`) ? url.slice(APP_URL.length) : null;
}

const hidden = new WeakSet<BrowserWindow>();

/** Hides a window whose page goes on working. */
export function hideWindow(window: BrowserWindow): void {
  hidden.add(window);
  window.hide();
}

/** Brings a window to the front. A window that was not shown yet appears on its own when it is ready. */
export function focusWindow(window: BrowserWindow): void {
  if (hidden.delete(window)) window.show();
  if (window.isMinimized()) window.restore();
  if (window.isVisible()) window.focus();
}

function rememberPlace(window: BrowserWindow, file: string, color: string | null, log: Log): void {
  let background = color;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    try {
      writeWindowState(file, { bounds: window.getNormalBounds(), maximized: window.isMaximized(), background });
    } catch (error) {
      log.write('warn', 'shell.window-state-not-written', { error: String(error) });
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, SETTLE_MS);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('close', write);
  // The page sets its background color with <meta name="theme-color">; resizing then shows no edge in another color.
  window.webContents.on('did-change-theme-color', (_event, color) => {
    if (!color) return;
    background = color;
    window.setBackgroundColor(color);
    soon();
  });
}

function offerContextMenu(window: BrowserWindow, texts: DesktopTexts, log: Log): void {
  const { webContents } = window;
  const copyText = (text: string) => {
    clipboard.writeText(text).catch((error: unknown) => {
      log.write('warn', 'shell.copy-failed', { error: String(error) });
    });
  };
  webContents.on('context-menu', (_event, params) => {
    const template = contextMenuTemplate({
      ...params,
      texts,
      copyText,
      copyImage: () => webContents.copyImageAt(params.x, params.y),
      saveImage(address) {
        if (!maySaveImage(address)) return log.write('warn', 'shell.image-not-saved');
        expectDownload(address);
        webContents.downloadURL(address);
      },
      replaceWord: (word) => webContents.replaceMisspelling(word),
      addToDictionary: (word) => void webContents.session.addWordToSpellCheckerDictionary(word),
    });
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}

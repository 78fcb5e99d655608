import { type App, BrowserWindow, nativeTheme, screen } from 'electron';
import { ADDRESS } from './addresses.ts';
import { addressOf, loadPage, PAPER, showAddress, webPreferences, type WindowOptions } from './window.ts';

const SIZE = { width: 640, height: 480 };
const MIN = { width: 360, height: 240 };

/**
 * A small window above all others that asks a question (src/ui/features/conversation/quick). It is hidden and not closed, so
 * that it is there at once and what runs in it goes on. Shell and page talk by its address: `#/quick` while it is shown,
 * `#/quick/away` once either has sent it away, and any other address belongs into an ordinary window.
 */
export interface QuickWindow {
  show(): void;
  /** What the shortcut does: shows it, or hides it where it has the focus. */
  toggle(): void;
  /** Loads it hidden. */
  warm(): void;
  /** Ends it, once it is hidden: no other window is left. */
  end(): void;
  /** The window itself, while there is one. */
  current(): BrowserWindow | null;
}

interface QuickWindowOptions extends Pick<
  WindowOptions,
  'crashes' | 'log' | 'onStay' | 'packaged' | 'preload' | 'texts' | 'token'
> {
  app: Pick<App, 'on'>;
  platform: NodeJS.Platform;
  /** Shows an address in an ordinary window. */
  showInMain: (address: string) => void;
  /** An ordinary window is open. */
  hasOthers: () => boolean;
}

export function createQuickWindow(options: QuickWindowOptions): QuickWindow {
  const { app, platform, log, showInMain, hasOthers } = options;
  let window: BrowserWindow | null = null;
  let wanted = false;
  let ending = false;
  let quitting = false;
  let closed = false;
  app.on('before-quit', () => {
    quitting = true;
  });
  // From here on nothing serves a page (close-before-quit.ts).
  app.on('will-quit', () => {
    closed = true;
  });

  function hide(): void {
    wanted = false;
    if (!window) return;
    showAddress(window, ADDRESS.quickAway, log);
    window.hide();
    // Baton's window may have been opened again since, perhaps to go on with what runs here.
    if (ending && !hasOthers()) window.destroy();
    ending = false;
  }

  /** The page went elsewhere: the user has closed it, or goes on in an ordinary window. */
  function follow(): void {
    const address = window && addressOf(window);
    if (address === null || address === ADDRESS.quick) return;
    // First, so that there is a window when this one ends.
    if (address !== ADDRESS.quickAway) showInMain(address);
    hide();
  }

  function open(): BrowserWindow {
    const opened = new BrowserWindow({
      ...SIZE,
      minWidth: MIN.width,
      minHeight: MIN.height,
      title: 'Baton',
      show: false,
      frame: false,
      alwaysOnTop: true,
      skipTaskbar: true,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      // A panel comes up over the program in front, which stays the active one.
      ...(platform === 'darwin' && { type: 'panel' }),
      backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
      webPreferences: webPreferences(options),
    });
    if (platform === 'darwin') opened.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    opened.webContents.on('did-navigate-in-page', (_event, _url, isMainFrame) => isMainFrame && follow());
    opened.webContents.on('did-change-theme-color', (_event, color) => color && opened.setBackgroundColor(color));
    opened.on('close', (event) => {
      if (quitting) return;
      event.preventDefault();
      hide();
    });
    opened.once('closed', () => {
      window = null;
      ending = false;
    });
    const appear = () => wanted && place(opened);
    opened.once('ready-to-show', appear);
    loadPage(opened, { ...options, address: wanted ? ADDRESS.quick : ADDRESS.quickAway }, appear);
    return opened;
  }

  /** In the upper part of the display with the pointer. */
  function place(opened: BrowserWindow): void {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    const { width, height } = opened.getNormalBounds();
    opened.setBounds({
      x: Math.round(workArea.x + (workArea.width - width) / 2),
      y: Math.round(workArea.y + Math.max(0, (workArea.height - height) / 4)),
      width,
      height,
    });
    opened.show();
    opened.focus();
  }

  function show(): void {
    if (closed) return;
    // The user stayed after a page had kept Baton from quitting.
    quitting = false;
    ending = false;
    wanted = true;
    if (!window) {
      window = open();
      return;
    }
    showAddress(window, ADDRESS.quick, log);
    place(window);
  }

  return {
    show,
    toggle() {
      if (window?.isVisible() && window.isFocused()) hide();
      else show();
    },
    warm() {
      if (!closed) window ??= open();
    },
    end() {
      if (!window) return;
      if (window.isVisible()) ending = true;
      else window.destroy();
    },
    current: () => window,
  };
}

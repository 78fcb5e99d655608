import type { App, BrowserWindow } from 'electron';
import { ADDRESS } from './addresses.ts';
import { type PageKey, pressKey } from './page-keys.ts';
import { addressOf, focusWindow, openWindow, showAddress, type WindowOptions } from './window.ts';

/** The windows of the app. What needs one opens one if all are closed. */
export interface Windows {
  /** Opens a further window, at an address of the page or where a new one begins. */
  open: (address?: string) => void;
  hasNone: () => boolean;
  /** Opens what the front window shows in a window of its own. */
  openCopy: () => void;
  /**
   * Brings the window that was used last to the front and shows an address there; `null`: what it shows already. The
   * quick window has an address of its own.
   */
  show: (address: string | null) => void;
  /** Presses a key of the page. `otherwise` is shown in a new window when all are closed. */
  press: (key: PageKey, otherwise: string | null) => void;
  /** Something was to be shown after the app had begun to close. A window would have ended with it, so none was opened. */
  wereWanted: () => boolean;
}

export interface WindowsOptions extends Omit<WindowOptions, 'address' | 'others'> {
  app: Pick<App, 'on'>;
  /** Shows the quick window, which is none of these. */
  showQuick: () => void;
  /** The last of these was closed. */
  onAllClosed: () => void;
}

export function createWindows({ app, showQuick, onAllClosed, ...options }: WindowsOptions): Windows {
  const own: BrowserWindow[] = [];
  let closed = false;
  let wanted = false;
  // From here on nothing serves a page (close-before-quit.ts).
  app.on('will-quit', () => {
    closed = true;
  });
  /** Whether nothing may be opened any more. */
  const isLate = () => {
    wanted ||= closed;
    return closed;
  };
  const open = (address?: string) => {
    if (isLate()) return;
    const window = openWindow({ ...options, others: own.length, ...(address !== undefined && { address }) });
    own.push(window);
    // The one used last is the last.
    window.on('focus', () => own.push(...own.splice(own.indexOf(window), 1)));
    window.once('closed', () => {
      own.splice(own.indexOf(window), 1);
      if (own.length === 0) onAllClosed();
    });
  };
  const current = () => own.at(-1);
  return {
    open,
    hasNone: () => own.length === 0,
    openCopy() {
      const window = current();
      open(window ? (addressOf(window) ?? ADDRESS.newChat) : undefined);
    },
    show(address) {
      if (isLate()) return;
      if (address === ADDRESS.quick) {
        showQuick();
        return;
      }
      const window = current();
      if (!window) {
        open(address ?? undefined);
        return;
      }
      if (address !== null) showAddress(window, address, options.log);
      focusWindow(window);
    },
    press(key, otherwise) {
      const window = current();
      if (!window) {
        open(otherwise ?? undefined);
        return;
      }
      focusWindow(window);
      pressKey(window.webContents, key, process.platform);
    },
    wereWanted: () => wanted,
  };
}

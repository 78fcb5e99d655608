import { BrowserWindow } from 'electron';
import { ADDRESS } from './addresses.ts';
import { type PageKey, pressKey } from './page-keys.ts';
import { addressOf, focusWindow, openWindow, showAddress, type WindowOptions } from './window.ts';

/** The windows of the app. What needs one opens one if all are closed. */
export interface Windows {
  /** Opens a further window, at an address of the page or where a new one begins. */
  open: (address?: string) => void;
  /** Opens what the front window shows in a window of its own. */
  openCopy: () => void;
  /** Brings a window to the front and shows an address there; `null`: what it shows already. */
  show: (address: string | null) => void;
  /** Presses a key of the page. `otherwise` is shown in a new window when all are closed. */
  press: (key: PageKey, otherwise: string | null) => void;
}

export function createWindows(options: Omit<WindowOptions, 'address'>): Windows {
  const open = (address?: string) => void openWindow(address === undefined ? options : { ...options, address });
  const current = () => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  return {
    open,
    openCopy() {
      const window = current();
      open(window ? (addressOf(window) ?? ADDRESS.newChat) : undefined);
    },
    show(address) {
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
  };
}

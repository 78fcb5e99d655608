import { type BrowserWindow, dialog } from 'electron';
import type { DesktopTexts } from '#texts/desktop-texts.ts';
import { ADDRESS } from './addresses.ts';
import { APP_URL } from './policy.ts';

/**
 * Asks the user when a page wants to prevent leaving it. Electron shows nothing on its own, so the window would
 * silently stay open. Of the reasons that pages have (`beforeunload`), only a temporary chat in view is known here. The
 * dialog is synchronous, because the event must be answered before its handler returns.
 */
export function askBeforeLeaving(window: BrowserWindow, texts: DesktopTexts, onStay: () => void): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const isTemporary = window.webContents.getURL() === `${APP_URL}${ADDRESS.temporary}`;
    const response = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: isTemporary ? texts.leaveTemporaryTitle : texts.leaveTitle,
      detail: isTemporary ? texts.leaveTemporaryDetail : texts.leaveDetail,
      buttons: [texts.stay, texts.leave],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    // preventDefault overrides the page's wish to stay.
    if (response === 1) event.preventDefault();
    else onStay();
  });
}

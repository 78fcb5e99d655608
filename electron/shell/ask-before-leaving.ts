import { type BrowserWindow, dialog } from 'electron';
import type { DesktopTexts } from '#texts/desktop-texts.ts';

/**
 * Asks the user when a page wants to prevent leaving it. Electron shows nothing on its own, so the window would
 * silently stay open. The dialog is synchronous, because the event must be answered before its handler returns.
 */
export function askBeforeLeaving(window: BrowserWindow, texts: DesktopTexts): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const response = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: texts.leaveTitle,
      detail: texts.leaveDetail,
      buttons: [texts.stay, texts.leave],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    // preventDefault overrides the page's wish to stay.
    if (response === 1) event.preventDefault();
  });
}

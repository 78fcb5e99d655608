import { type BrowserWindow, dialog } from 'electron';
import type { ShellTexts } from './texts.ts';

/**
 * A page that asks not to be left would hold the window open without a word: Electron shows nothing by itself. The event
 * has to be answered before it returns, so the box waits.
 */
export function askBeforeLeaving(window: BrowserWindow, words: ShellTexts): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const response = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: words.leaveTitle,
      detail: words.leaveDetail,
      buttons: [words.stay, words.leave],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    // Prevented is what the page wished.
    if (response === 1) event.preventDefault();
  });
}

import { type BrowserWindow, dialog } from 'electron';
import type { Log } from '../host/base/deps.ts';
import type { DesktopTexts } from '#texts/desktop-texts.ts';

/** When a page crashes or hangs, notifies the user and offers to load it again; stored data is not touched. */
export function watchHealth(window: BrowserWindow, texts: DesktopTexts, log: Log): void {
  let asking = false;
  let replacing = false;

  const ask = async (message: string, detail: string, otherwise: string): Promise<boolean> => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message,
      detail,
      buttons: [texts.loadAgain, otherwise],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    return response === 0;
  };

  const recover = async (): Promise<void> => {
    const again = await ask(texts.goneTitle, texts.goneDetail, texts.closeWindow);
    if (window.isDestroyed()) return;
    if (again) window.webContents.reload();
    else window.destroy();
  };

  const interrupt = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      const again = await ask(texts.hungTitle, texts.hungDetail, texts.wait);
      if (!again || window.isDestroyed()) return;
      // A busy page doesn't react to a reload, so its process is ended first.
      replacing = true;
      window.webContents.forcefullyCrashRenderer();
      window.webContents.reload();
    } finally {
      asking = false;
    }
  };

  const report = (error: unknown) => log.write('error', 'shell.dialog-failed', { error: String(error) });

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.write('error', 'shell.page-gone', { reason, exitCode });
    if (replacing || reason === 'clean-exit' || window.isDestroyed()) return;
    recover().catch(report);
  });
  window.webContents.on('did-finish-load', () => {
    replacing = false;
  });
  window.on('unresponsive', () => {
    log.write('warn', 'shell.page-hangs');
    interrupt().catch(report);
  });
}

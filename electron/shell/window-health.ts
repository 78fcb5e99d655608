import { type BrowserWindow, dialog, type RenderProcessGoneDetails } from 'electron';
import type { CrashReports, Log } from '../host/base/deps.ts';
import type { DesktopTexts } from '#texts/desktop-texts.ts';

/** A page that fails more often than this within the time isn't loaded again without being asked for. */
const MAX_RELOADS = 3;
const WITHIN_MS = 5 * 60_000;

/** Loading again would only fail again. */
const HOPELESS = new Set<RenderProcessGoneDetails['reason']>(['integrity-failure', 'launch-failed']);

interface HealthDeps {
  texts: DesktopTexts;
  log: Log;
  crashes: Pick<CrashReports, 'record'>;
}

/**
 * Loads a page that is gone again, at the same address; the page itself says what happened, and reads what was stored. When it
 * keeps failing, or hangs, the user is asked. Stored data is not touched.
 */
export function watchHealth(window: BrowserWindow, { texts, log, crashes }: HealthDeps): void {
  let asking = false;
  let replacing = false;
  let gone: number[] = [];

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

  const askToRecover = async (): Promise<void> => {
    const again = await ask(texts.goneTitle, texts.goneDetail, texts.closeWindow);
    if (window.isDestroyed()) return;
    gone = [];
    if (again) window.webContents.reload();
    else window.destroy();
  };

  const interrupt = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      const again = await ask(texts.hungTitle, texts.hungDetail, texts.wait);
      if (!again || window.isDestroyed()) return;
      crashes.record('hung', { notify: true });
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
    const kind = reason === 'oom' || reason === 'memory-eviction' ? 'memory' : 'page';
    crashes.record(kind, { facts: { reason, exitCode }, notify: true });
    const now = Date.now();
    gone = [...gone.filter((at) => now - at < WITHIN_MS), now];
    if (HOPELESS.has(reason) || gone.length > MAX_RELOADS) askToRecover().catch(report);
    else
      // Not within the event: Chromium is still taking the old process away.
      setImmediate(() => {
        if (!window.isDestroyed()) window.webContents.reload();
      });
  });
  window.webContents.on('did-finish-load', () => {
    replacing = false;
  });
  window.on('unresponsive', () => {
    log.write('warn', 'shell.page-hangs');
    interrupt().catch(report);
  });
}

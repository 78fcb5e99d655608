import type { App } from 'electron';
import type { Host } from '#host/create-host.ts';
import type { Log } from '../host/base/deps.ts';
import type { Windows } from './windows.ts';

/** A snapshot that is made sooner shows nothing. */
const SHOW_MS = 1500;

interface PrepareDeps {
  app: Pick<App, 'on' | 'quit'>;
  update: Pick<Host['update'], 'prepare' | 'waits'>;
  /** The page makes the snapshot and shows how far it is, so one is opened if there is none. */
  windows: Pick<Windows, 'hasNone' | 'show'>;
  log: Log;
}

/** Holds up quitting while a newer version is ready, until the snapshot of before its install is made or given up. */
export function prepareBeforeQuit({ app, update, windows, log }: PrepareDeps): void {
  let step: 'none' | 'preparing' | 'quitting' | 'closed' = 'none';

  async function prepare(): Promise<void> {
    const showing = setTimeout(() => windows.show(null), windows.hasNone() ? 0 : SHOW_MS);
    let quits = true;
    try {
      quits = await update.prepare();
    } catch (error) {
      // Nothing is installed then.
      log.write('error', 'update-not-prepared', { error });
    }
    clearTimeout(showing);
    step = quits ? 'quitting' : 'none';
    if (quits) app.quit();
  }

  app.on('before-quit', (event) => {
    // Squirrel quits once more (updates/installer.ts).
    if (step === 'closed') return;
    // Once: a page may ask not to be left, and the user may go on.
    if (step === 'quitting') step = 'none';
    else if (step === 'preparing') event.preventDefault();
    else if (update.waits()) {
      event.preventDefault();
      step = 'preparing';
      void prepare();
    }
  });
  app.on('will-quit', () => {
    step = 'closed';
  });
}

import { type App, dialog } from 'electron';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '#core/thrown.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';
import type { Log } from '../host/base/deps.ts';
import { describeHomeProblem } from './data-folder.ts';
import { NoSandboxError } from './prepare-start.ts';

/** Says why Baton can't start, and ends it. */
export function endFailedStart(app: App, error: unknown, log: Log): void {
  log.write('error', 'start-failed', { error });
  if (app.isReady()) {
    tell(app, error);
    return;
  }
  // Before Electron is ready it knows no languages, and on Linux writes a dialog to stderr (electron.d.ts, `showErrorBox`).
  takeNoFolder(app, log);
  void app.whenReady().then(() => tell(app, error));
}

function tell(app: App, error: unknown): void {
  const texts = desktopTexts(app.getPreferredSystemLanguages());
  const reason = error instanceof NoSandboxError ? texts.noSandbox : describeHomeProblem(error, texts);
  dialog.showErrorBox(texts.startFailed, reason ?? errorMessage(error));
  app.exit(1);
}

/** Electron makes its profile when it becomes ready: in a folder that goes with it, and in none of the user's. */
function takeNoFolder(app: App, log: Log): void {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'baton-start-'));
    for (const name of ['userData', 'sessionData', 'crashDumps', 'logs'] as const) app.setPath(name, folder);
    app.once('quit', () => rmSync(folder, { recursive: true, force: true }));
  } catch (error) {
    log.write('warn', 'no-temporary-folder', { error });
  }
}

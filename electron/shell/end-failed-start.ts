import { type App, dialog } from 'electron';
import { errorMessage } from '#core/thrown.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';
import type { Log } from '../host/base/deps.ts';
import { describeHomeProblem } from './data-folder.ts';

/** Says why Baton can't start, and ends it. */
export function endFailedStart(app: App, error: unknown, log: Log): void {
  log.write('error', 'start-failed', { error });
  const texts = desktopTexts(app.isReady() ? app.getPreferredSystemLanguages() : []);
  dialog.showErrorBox(texts.startFailed, describeHomeProblem(error, texts) ?? errorMessage(error));
  app.exit(1);
}

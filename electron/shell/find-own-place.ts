import type { App } from 'electron';
import { type DataPlace, findDataPlace, folderBeside } from '../host/base/data-place.ts';

/** Where this start of the app keeps its data. */
export function findOwnPlace(app: App, env: Readonly<Record<string, string | undefined>>): DataPlace {
  return findDataPlace({
    args: process.argv.slice(1),
    env,
    beside: app.isPackaged ? folderBeside(process.execPath, env, process.platform) : { path: app.getAppPath() },
    always: process.platform === 'win32' && env['PORTABLE_EXECUTABLE_DIR'] !== undefined,
  });
}

import { rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from 'electron';
import type { Log } from '../host/base/deps.ts';
import { isMissing, renameToBackup, writePrivate } from '../host/base/private-file.ts';

/*
 * Chromium keeps its folder of databases open, so an unreadable one is moved out of the way at the next start. Nothing
 * in it is deleted.
 */

const ASKED = 'set-store-aside';
const STORE = 'IndexedDB';

export interface DatabaseMover {
  /** Requests the move, for which the app quits and starts again. */
  setAside: () => Promise<void>;
  /** The app quits to start again. */
  restarts: () => boolean;
  /** A page kept the app from quitting, so nothing is moved. */
  stay: () => void;
}

/** `desktop`: the app's own folder. */
export function createDatabaseMover(app: Pick<App, 'quit'>, desktop: string): DatabaseMover {
  let asked = false;
  return {
    async setAside() {
      await writePrivate(join(desktop, ASKED), '');
      asked = true;
      app.quit();
    },
    restarts: () => asked,
    stay() {
      if (asked) rmSync(join(desktop, ASKED), { force: true });
      asked = false;
    },
  };
}

/** Call before Chromium opens anything. Does nothing when no move was requested or there is no database. */
export async function moveDatabasesAside(desktop: string, now: number, log: Log): Promise<void> {
  try {
    // Removes the request first, so that a failing move is not repeated at every start.
    await rename(join(desktop, ASKED), join(desktop, `${ASKED}.taken`));
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  const aside = await renameToBackup(join(desktop, STORE), now);
  await rm(join(desktop, `${ASKED}.taken`), { force: true });
  if (aside !== null) log.write('info', 'store-set-aside', { aside });
}

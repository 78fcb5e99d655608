import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from 'electron';
import { isMissing, renameToBackup, writePrivate } from '../host/base/private-file.ts';

/*
 * Chromium holds its folder of databases open, so one that cannot be read any more is moved out of the way at the next
 * start. Nothing in it is deleted.
 */

const ASKED = 'set-store-aside';
const STORE = 'IndexedDB';

/** `desktop`: the app's own folder. Asks for it and starts the app anew. */
export function createDatabaseMover(app: Pick<App, 'relaunch' | 'quit'>, desktop: string): () => Promise<void> {
  return async () => {
    await writePrivate(join(desktop, ASKED), '');
    app.relaunch();
    app.quit();
  };
}

/** Before Chromium opens anything. Answers where the store is now; null where nobody has asked, or there was none. */
export async function moveDatabasesAside(desktop: string, now: number): Promise<string | null> {
  try {
    // Taken first: what fails is not tried at every start.
    await rename(join(desktop, ASKED), join(desktop, `${ASKED}.taken`));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const moved = await renameToBackup(join(desktop, STORE), now);
  await rm(join(desktop, `${ASKED}.taken`), { force: true });
  return moved;
}

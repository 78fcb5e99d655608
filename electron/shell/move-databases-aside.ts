import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from 'electron';
import { isMissing, renameToBackup, writePrivate } from '../host/base/private-file.ts';

/*
 * Chromium keeps its folder of databases open, so an unreadable one is moved out of the way at the next start. Nothing
 * in it is deleted.
 */

const ASKED = 'set-store-aside';
const STORE = 'IndexedDB';

/** `desktop`: the app's own folder. Requests the move and restarts the app. */
export function createDatabaseMover(app: Pick<App, 'relaunch' | 'quit'>, desktop: string): () => Promise<void> {
  return async () => {
    await writePrivate(join(desktop, ASKED), '');
    app.relaunch();
    app.quit();
  };
}

/**
 * Call before Chromium opens anything. Returns the new path; null when no move was requested or there was no database.
 */
export async function moveDatabasesAside(desktop: string, now: number): Promise<string | null> {
  try {
    // Removes the request first, so that a failing move is not repeated at every start.
    await rename(join(desktop, ASKED), join(desktop, `${ASKED}.taken`));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const moved = await renameToBackup(join(desktop, STORE), now);
  await rm(join(desktop, `${ASKED}.taken`), { force: true });
  return moved;
}

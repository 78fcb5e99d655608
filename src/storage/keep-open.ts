import type { Dexie } from 'dexie';
import { databaseInUse } from './database-in-use.ts';
import { toStorageError, type StorageError } from './storage-error.ts';

/** From one attempt to the next. A full disk is waited for: there the last one repeats. */
const PAUSES_MS = [0, 250, 1_000, 3_000];
/** What is no want of room and has not passed in a minute will not pass. */
const MOST_ATTEMPTS = 20;

export interface OpenWatch {
  /** Another window upgrades or switches, or the database is gone: this window has to reload. */
  onClosed: () => void;
  /** The engine closed the database and it does not open again yet, for want of room. */
  onFull: () => void;
  /** It does not open again, for another reason. */
  onBroken: (error: StorageError) => void;
}

/** Less than this is no room to open a database in: Chromium writes a new MANIFEST first. */
const LEAST_ROOM = 8 * 1024 ** 2;

/** The engine does not always say that the disk is full when it cannot open a database on it. */
async function isOutOfRoom(): Promise<boolean> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota !== undefined && usage !== undefined && quota - usage < LEAST_ROOM;
  } catch {
    return false;
  }
}

/**
 * Chromium closes a database that it cannot write to, as on a full disk. Opens it again as soon as that works, so that
 * what is on the screen stays there. One that was removed, with the site data, is not made anew.
 */
export function keepOpen(db: Dexie, { onClosed, onFull, onBroken }: OpenWatch): void {
  db.on('versionchange', () => {
    db.close();
    onClosed();
    return false;
  });
  const listen = () => db.backendDB().addEventListener('close', () => void reopen(), { once: true });

  async function reopen(): Promise<void> {
    let failed = 0;
    for (let attempt = 0; ; attempt++) {
      const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0;
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      try {
        if ((await databaseInUse(db.name)).version === 0) return onClosed();
        // Somebody else closed it for good meanwhile.
        if (db.hasBeenClosed()) return;
        await db.open();
        return listen();
      } catch (thrown) {
        // Whoever reads or writes meanwhile is told the engine's own error.
        const error = toStorageError(thrown);
        if (error.code === 'quota' || (await isOutOfRoom())) {
          onFull();
          failed = 0;
        } else if (++failed === MOST_ATTEMPTS) return onBroken(error);
      }
    }
  }

  listen();
}

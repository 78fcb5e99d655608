import type { Dexie } from 'dexie';
import { databaseInUse } from './database-in-use.ts';
import { toStorageError, type StorageError } from './storage-error.ts';

/** From one attempt to the next. A full disk is waited for: there the last one repeats. */
const PAUSES_MS = [0, 250, 1_000, 3_000];
/** What is no want of room and has not passed in a minute will not pass. */
const MAX_ATTEMPTS = 20;

export interface OpenWatch {
  /** Another window upgrades or switches, or the database is gone: this window has to reload. */
  onClosed: () => void;
  /** The engine closed the database and it does not open again yet, for want of room. */
  onFull: () => void;
  /** It does not open again, for another reason. */
  onBroken: (error: StorageError) => void;
}

/** Less than this is no room to open a database in: Chromium writes a new MANIFEST first. */
const MIN_FREE_BYTES = 4 * 1024 ** 2;
let probes = 0;

/**
 * Whether the disk takes no file. Chromium's estimate doesn't tell: its quota is what is used and a fixed amount (measured
 * with Chromium 156, tmpfs without a free byte).
 */
async function isOutOfQuota(): Promise<boolean> {
  try {
    const folder = await navigator.storage.getDirectory();
    const name = `room-${(probes += 1)}`;
    try {
      const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await file.write(new Uint8Array(MIN_FREE_BYTES));
      await file.close();
      return false;
    } finally {
      await folder.removeEntry(name).catch(() => undefined);
    }
  } catch (error) {
    return toStorageError(error).code === 'quota';
  }
}

/**
 * Chromium closes a database that it cannot write to, as on a full disk. Opens it again as soon as that works, so that
 * what is on the screen stays there. One that was removed, with the site data, is not made anew.
 */
export function reopenWhenClosed(db: Dexie, { onClosed, onFull, onBroken }: OpenWatch): void {
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
      // Chromium takes a store for damaged, and deletes it, when it was opened some twenty times without room.
      if (await isOutOfQuota()) {
        onFull();
        failed = 0;
        continue;
      }
      try {
        if ((await databaseInUse(db.name)).version === 0) return onClosed();
        // Somebody else closed it for good meanwhile.
        if (db.hasBeenClosed()) return;
        await db.open();
        return listen();
      } catch (thrown) {
        // Whoever reads or writes meanwhile is told the engine's own error.
        const error = toStorageError(thrown);
        if (error.code === 'quota') {
          onFull();
          failed = 0;
        } else if (++failed === MAX_ATTEMPTS) return onBroken(error);
      }
    }
  }

  listen();
}

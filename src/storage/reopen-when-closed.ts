import type { Dexie } from 'dexie';
import { databaseInUse } from './database-in-use.ts';
import { toStorageError, type StorageError } from './storage-error.ts';

/** Pauses between attempts. While the disk is full, the last one repeats. */
const PAUSES_MS = [0, 250, 1_000, 3_000];
/** An error other than a full disk that lasts a minute is permanent. */
const MAX_ATTEMPTS = 20;

export interface OpenWatch {
  /** Another window upgrades or switches, or the database was removed. This window must reload. */
  onClosed: () => void;
  /** The browser closed the database, and it cannot be reopened yet because the disk is full. */
  onFull: () => void;
  /** It cannot be reopened for another reason. */
  onBroken: (error: StorageError) => void;
}

/** Minimum disk space to open a database: Chromium writes a new MANIFEST first. */
const MIN_FREE_BYTES = 4 * 1024 ** 2;
let probes = 0;

/**
 * Whether the disk accepts a file. Chromium's estimate does not show it: its quota is the used space plus a fixed
 * amount. `unknown`: the file system itself failed. After half a minute on a full disk, Chromium answers so for as long
 * as the disk stays full (InvalidStateError). Both measured with Chromium 156 on a tmpfs without a free byte.
 */
async function probeDisk(): Promise<'space' | 'full' | 'unknown'> {
  try {
    const folder = await navigator.storage.getDirectory();
    const name = `room-${(probes += 1)}`;
    try {
      const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await file.write(new Uint8Array(MIN_FREE_BYTES));
      await file.close();
      return 'space';
    } finally {
      await folder.removeEntry(name).catch(() => undefined);
    }
  } catch (error) {
    return toStorageError(error).code === 'quota' ? 'full' : 'unknown';
  }
}

/**
 * Chromium closes a database that it cannot write to, as on a full disk. Reopens it as soon as possible, so that the
 * screen stays as it is. A database removed with the site data is not created again.
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
    let full = false;
    for (let attempt = 0; ; attempt++) {
      const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0;
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      // After about twenty opens on a full disk, Chromium considers a store damaged and deletes it.
      const disk = await probeDisk();
      full = disk === 'full' || (full && disk === 'unknown');
      if (full) {
        onFull();
        failed = 0;
        continue;
      }
      try {
        if ((await databaseInUse(db.name)).version === 0) return onClosed();
        // It was closed permanently meanwhile.
        if (db.hasBeenClosed()) return;
        await db.open();
        return listen();
      } catch (thrown) {
        // Reads and writes meanwhile fail with the browser's own error.
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

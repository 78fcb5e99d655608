import type { Dexie } from 'dexie';
import { databaseInUse } from './database-in-use.ts';

/** From one attempt to the next; the last one repeats. */
const PAUSES_MS = [0, 250, 1_000, 3_000];

export interface OpenWatch {
  /** Another window upgrades or switches, or the database is gone: this window has to reload. */
  onClosed: () => void;
  /** The engine closed the database and it does not open again yet. */
  onTrouble: () => void;
}

/**
 * Chromium closes a database that it cannot write to, as on a full disk. Opens it again as soon as that works, so that
 * what is on the screen stays there. One that was removed, with the site data, is not made anew.
 */
export function keepOpen(db: Dexie, { onClosed, onTrouble }: OpenWatch): void {
  db.on('versionchange', () => {
    db.close();
    onClosed();
    return false;
  });
  const listen = () => db.backendDB().addEventListener('close', () => void reopen(), { once: true });

  async function reopen(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0;
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      try {
        if ((await databaseInUse(db.name)).version === 0) return onClosed();
        // Somebody else closed it for good meanwhile.
        if (db.hasBeenClosed()) return;
        await db.open();
        return listen();
      } catch {
        // Whoever reads or writes meanwhile is told the engine's own error.
        onTrouble();
      }
    }
  }

  listen();
}

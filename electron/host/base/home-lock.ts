import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A lock that the operating system holds for this process. It ends when the process ends, for whatever reason. */
export interface HomeLock {
  release(): void;
}

/** SQLite's result codes (sqlite.org/rescode.html). */
const BUSY = 5;
const NOT_A_DATABASE = 26;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'errcode' in error ? error.errcode : undefined);

/**
 * Locks a home for one Baton. Returns `null` when another Baton has the lock, even a stopped one that answers nothing.
 * Uses SQLite because its file locks are the only ones Node offers on every system. Nothing is ever written, so a full
 * disk doesn't matter. Throws where the folder can't be locked, as on some network drives.
 */
export async function lockHome(home: string): Promise<HomeLock | null> {
  const file = join(home, 'home.lock');
  try {
    return lockFile(file);
  } catch (error) {
    if (codeOf(error) !== NOT_A_DATABASE) throw error;
    // Baton leaves this file empty, so something else wrote into it.
    await rm(file);
    return lockFile(file);
  }
}

function lockFile(file: string): HomeLock | null {
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (codeOf(error) === BUSY) return null;
    throw error;
  }
  return { release: () => database.close() };
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held by the operating system for this process: it ends with the process, however that ends, and never before. */
export interface HomeLock {
  release(): void;
}

/** SQLite's result codes (sqlite.org/rescode.html). */
const BUSY = 5;
const NOT_A_DATABASE = 26;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'errcode' in error ? error.errcode : undefined);

/**
 * Takes a home for one Baton. Null when another one has it, even one that is stopped and answers nobody. SQLite's file
 * locks are the only ones that Node offers on every system. Nothing is ever written, so a full disk is no obstacle.
 * Throws where the folder cannot be locked, as on some network drives.
 */
export async function lockHome(home: string): Promise<HomeLock | null> {
  const file = join(home, 'home.lock');
  try {
    return lockFile(file);
  } catch (error) {
    if (codeOf(error) !== NOT_A_DATABASE) throw error;
    // Baton leaves it empty: somebody else wrote into it.
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

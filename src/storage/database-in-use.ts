import { StorageError } from './storage-error.ts';
import { withTimeLimit } from './with-time-limit.ts';

/*
 * A database cannot be renamed, and a damaged one is never deleted without asking. So a new one is created next to it
 * with the next number, and the highest number is the one in use. While a database is being filled, its version is
 * below ten, which no schema has. Raising the version is the single step that brings it into use.
 */

const FIRST = 'baton';
const NAME = /^baton(?:-([1-9]\d{0,5}))?$/;
const BEING_FILLED = 10;

export interface NamedDatabase {
  name: string;
  /** As IndexedDB counts: ten times the schema's version; 0 if the database does not exist yet. */
  version: number;
}

/** The history's databases, the one in use first. */
export async function listDatabases(timeLimit = 10_000): Promise<NamedDatabase[]> {
  const found = await allDatabases(timeLimit);
  return found
    .filter(({ name, version }) => NAME.test(name) && version >= BEING_FILLED)
    .sort((a, b) => numberOf(b.name) - numberOf(a.name));
}

/** Incomplete databases, left by an aborted restore. */
export async function unfinishedDatabases(timeLimit = 10_000): Promise<string[]> {
  const found = await allDatabases(timeLimit);
  return found.filter(({ name, version }) => NAME.test(name) && version < BEING_FILLED).map(({ name }) => name);
}

export async function databaseInUse(name?: string, timeLimit = 10_000): Promise<NamedDatabase> {
  if (name === undefined) return (await listDatabases(timeLimit))[0] ?? { name: FIRST, version: 0 };
  const found = (await allDatabases(timeLimit)).find((one) => one.name === name);
  return found ?? { name, version: 0 };
}

/** The name of the next new database. */
export async function nextDatabaseName(timeLimit = 10_000): Promise<string> {
  const names = (await allDatabases(timeLimit)).map(({ name }) => name).filter((name) => NAME.test(name));
  return names.length === 0 ? FIRST : `${FIRST}-${Math.max(...names.map(numberOf)) + 1}`;
}

export function numberOf(name: string): number {
  return Number(NAME.exec(name)?.[1] ?? 1);
}

async function allDatabases(timeLimit: number): Promise<NamedDatabase[]> {
  if (typeof indexedDB === 'undefined') throw new StorageError('unavailable');
  const found = await withTimeLimit(indexedDB.databases(), timeLimit, 'look up');
  return found.map(({ name = '', version = 0 }) => ({ name, version }));
}

import { databaseInUse, numberOf, type NamedDatabase } from '#storage/database-in-use.ts';
import { type BatonDatabase, openDatabase } from '#storage/database.ts';
import { openRaw, requestToPromise } from '#storage/raw/raw-database.ts';
import { detachJournal } from '#storage/journal-marks.ts';
import { newestVersion, SCHEMA_STEPS, schemaVersionOf, type SchemaStep } from '#storage/schema.ts';
import type { StorageError } from '#storage/storage-error.ts';
import type { QuotaWatch } from '#storage/watch-quota.ts';
import type { RawSnapshot } from './take-raw-snapshot.ts';
import type { WriteRawOptions } from './write-raw.ts';

/** What the page stores about the history outside its database. */
export interface Remembered {
  /** Name of the database. */
  database: string;
  conversations: number;
  /** When it was last read. */
  at: number;
}

export type StartQuestion =
  /** No snapshot could be made before an upgrade. Answer `again` or `anyway`. */
  | { kind: 'no-snapshot'; error: Error; from: number; to: number }
  /** The upgrade may need more disk space than is free. Answer `again` or `anyway`. */
  | { kind: 'little-room'; needs: number; free: number }
  /** The user went back to this version. `again` checks once more, `anyway` upgrades. */
  | { kind: 'held'; from: number; to: number }
  /**
   * There was a history, and now there is none, or only an older one. Answer `again`, or `anyway` to use the existing
   * one.
   */
  | { kind: 'vanished'; remembered: Remembered }
  /** This browser never had a history, but the host's folder has a snapshot of one. `anyway` starts without it. */
  | { kind: 'copy-found' }
  /** The journal holds rows that the database has lost. `anyway` continues without them. */
  | { kind: 'lost'; conversations: number; messages: number };

export type StartAnswer = 'again' | 'anyway';

export interface StartProgress {
  step: 'copy' | 'check' | 'upgrade';
  rows: number;
}

export interface OpenHistoryDeps {
  locks: Pick<LockManager, 'request'>;
  now: () => number;
  ask: (question: StartQuestion) => Promise<StartAnswer>;
  onProgress: (progress: StartProgress) => void;
  takeSnapshot: (db: IDBDatabase, options: Pick<WriteRawOptions, 'onProgress'>) => Promise<RawSnapshot>;
  /** Copies in the host's folder that hold messages; 0 when the host does not respond. */
  countSnapshots: () => Promise<number>;
  /** Bytes that may still be stored; `null` if the browser does not report it. */
  freeBytes: () => Promise<number | null>;
  remembered: Remembered | null;
  onClosed: (reason: StorageError) => void;
  quota: QuotaWatch;
  steps?: readonly SchemaStep[];
}

const LOCK = 'baton-upgrade';

/**
 * Opens the history that is in use. An older one is first copied into the host's folder, then upgraded in one
 * transaction that aborts if it changed rows that it must not change. Asks the user whenever something is unclear.
 */
export async function openHistory(deps: OpenHistoryDeps): Promise<BatonDatabase> {
  const { steps = SCHEMA_STEPS } = deps;
  let answered = false;
  for (;;) {
    // Read again after an answer: another window may have restored the history meanwhile.
    const found = await databaseInUse();
    const question = await questionOf(deps, found);
    if (question && !answered) {
      answered = (await deps.ask(question)) === 'anyway';
      continue;
    }
    const isCurrent = found.version === 0 || schemaVersionOf(found.version) >= newestVersion(steps);
    const db = isCurrent
      ? await openDatabase({ steps, onClosed: deps.onClosed, quota: deps.quota })
      : await upgrade(deps, steps);
    if (!db) continue;
    // The journal would report the same loss again.
    if (question) await detachJournal(db);
    return db;
  }
}

/** Few starts upgrade, so it is loaded then. */
async function upgrade(deps: OpenHistoryDeps, steps: readonly SchemaStep[]): Promise<BatonDatabase | null> {
  const { upgradeHistory } = await import('./upgrade-history.ts');
  return deps.locks.request(LOCK, () => upgradeHistory(deps, steps));
}

/** If there were conversations, a history without any counts as missing. */
async function questionOf(
  { remembered, countSnapshots }: OpenHistoryDeps,
  found: NamedDatabase,
): Promise<StartQuestion | null> {
  if (!remembered) return found.version === 0 && (await countSnapshots()) > 0 ? { kind: 'copy-found' } : null;
  if (remembered.conversations === 0) return null;
  const isMissing =
    found.version === 0 || numberOf(found.name) < numberOf(remembered.database) || (await isEmpty(found.name));
  return isMissing ? { kind: 'vanished', remembered } : null;
}

async function isEmpty(name: string): Promise<boolean> {
  const db = await openRaw(name);
  if (!db) return true;
  try {
    for (const table of ['sessions', 'messages'])
      if (
        db.objectStoreNames.contains(table) &&
        (await requestToPromise(db.transaction(table).objectStore(table).count())) > 0
      )
        return false;
    return true;
  } finally {
    db.close();
  }
}

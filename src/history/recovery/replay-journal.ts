import { openArchive } from '#archive/read-archive.ts';
import { readLines } from '#archive/read-lines.ts';
import { type Journal, type RowName, StoredRecord } from '#contract/journal.ts';
import type { RestoreDeps } from '../archive/merge-history.ts';
import { restoreArchive } from '../archive/restore-archive.ts';
import type { JournalHost } from '#host-client/journal-host.ts';
import { databaseInUse, nextDatabaseName } from '#storage/database-in-use.ts';
import { type BatonDatabase, openDatabase } from '#storage/database.ts';
import { attachJournal } from '#storage/journal-marks.ts';
import { newId } from '#storage/new-id.ts';
import { copyDatabase } from '#storage/raw/copy-database.ts';
import { deleteRaw, openRaw } from '#storage/raw/raw-database.ts';
import { decodeRaw } from '#storage/raw/raw-value.ts';
import { readStore } from '#storage/raw/read-store.ts';
import { clearSessions } from '#storage/remove-session.ts';
import { SCHEMA_VERSION } from '#storage/schema.ts';
import { StorageError } from '#storage/storage-error.ts';
import { isSession, leftOutOf, refuseEmpty, type LeftOut } from './left-out.ts';
import type { Packer, SnapshotFolder } from './snapshot-folder.ts';
import { REPLAY_DATABASE } from './unfinished-restores.ts';

export interface ReplayDeps {
  host: Pick<JournalHost, 'records' | 'blob' | 'move'>;
  folder: Pick<SnapshotFolder, 'read'>;
  packer: Packer;
  soleWriter: (db: BatonDatabase) => RestoreDeps['writers'];
}

const BATCH_ROWS = 200;
/** Tables that neither snapshots nor the journal hold. Copied if they can still be read. */
const UNJOURNALED_TABLES = ['drafts', 'runs', 'runRecords', 'syncMarks'] as const;

/**
 * Writes the journal's snapshot and then its records into a new database, which is then in use and, unless a
 * conversation was damaged, continues the journal. If it rejects, nothing has changed. Returns what the snapshot lacks.
 */
export async function replayJournal(
  deps: ReplayDeps,
  journal: Journal,
  onProgress: (done: number, of: number) => void,
): Promise<readonly LeftOut[]> {
  if (journal.schema > SCHEMA_VERSION) throw new StorageError('newer-version');
  await deleteRaw(REPLAY_DATABASE);
  const db = await openDatabase({ name: REPLAY_DATABASE });
  try {
    const damaged = journal.snapshot === null ? [] : await fillFromSnapshot(deps, db, journal.snapshot, onProgress);
    const removed = await fillFromRecords(deps, db, journal.profile);
    const leftOut = damaged.filter((one) => !isSession(one) || !removed.has(one.id));
    await refuseEmpty(db, leftOut);
    await copyUnjournaled(db);
    // Otherwise the journal and its snapshot stay as they are, since only they have the rest.
    const isWhole = !leftOut.some(isSession);
    const profile = newId();
    const name = await nextDatabaseName();
    if (isWhole) await attachJournal(db, profile, name);
    db.close();
    const raw = await openRaw(REPLAY_DATABASE);
    if (!raw) throw new StorageError('missing', undefined, REPLAY_DATABASE);
    try {
      await copyDatabase(raw, name);
    } finally {
      raw.close();
    }
    // The database is in use by now. Without its journal, it begins another one.
    if (isWhole) await deps.host.move(journal.profile, { to: profile }).catch(() => undefined);
    return leftOut;
  } finally {
    db.close();
    await deleteRaw(REPLAY_DATABASE);
  }
}

async function fillFromSnapshot(
  { folder, packer, soleWriter }: ReplayDeps,
  db: BatonDatabase,
  id: string,
  onProgress: (done: number, of: number) => void,
): Promise<readonly LeftOut[]> {
  const archive = await openArchive(await packer.files(await folder.read(id)));
  const deps = { db, writers: soleWriter(db), onUnreadableRow: () => undefined };
  const report = await restoreArchive(deps, archive, archive.manifest.conversations, { onProgress });
  return leftOutOf(report);
}

interface ReplayedRow extends RowName {
  row: unknown;
}

/** Returns the conversations that were deleted since the snapshot. */
async function fillFromRecords({ host }: ReplayDeps, db: BatonDatabase, profile: string): Promise<Set<string>> {
  const records = async function* () {
    for await (const line of readLines(await host.records(profile))) yield StoredRecord.parse(JSON.parse(line));
  };
  // Removals come first: a message may have the number of one that was removed before it.
  const removed = new Map<string, RowName['key'][]>();
  for await (const { table, key, row } of records()) {
    if (row !== undefined) continue;
    const keys = removed.get(table);
    if (keys) keys.push(key);
    else removed.set(table, [key]);
  }
  for (const [table, keys] of removed) await db.table(table).bulkDelete(keys);
  let batch: ReplayedRow[] = [];
  const flush = async (): Promise<void> => {
    const byTable = Map.groupBy(batch, ({ table }) => table);
    await db.transaction('rw', [...byTable.keys()], async () => {
      for (const [table, rows] of byTable) await db.table(table).bulkPut(rows.map(({ row }) => row));
    });
    batch = [];
  };
  for await (const record of records()) {
    const replayed = await decode(record, host, profile);
    if (replayed) batch.push(replayed);
    if (batch.length >= BATCH_ROWS) await flush();
  }
  if (batch.length > 0) await flush();
  const sessions = new Set(removed.get('sessions')?.map(String));
  if (sessions.size === 0) return sessions;
  // Must be an async function: Dexie tracks awaits only there.
  await db.transaction('rw', db.tables, async () => {
    await clearSessions(db, [...sessions]);
  });
  return sessions;
}

/** `null` for a removal, and for a blob whose bytes the journal does not have: they are in the snapshot, or were too large. */
async function decode(
  { table, key, row }: StoredRecord,
  host: ReplayDeps['host'],
  profile: string,
): Promise<ReplayedRow | null> {
  if (row === undefined) return null;
  if (table !== 'blobs') return { table, key, row: decodeRaw(row, noBlob) };
  const blob = await host.blob(profile, String(key));
  const type = typeof row === 'object' && row !== null ? String(Reflect.get(row, 'mime')) : '';
  return blob && { table, key, row: decodeRaw(row, () => blob.slice(0, blob.size, type)) };
}

function noBlob(name: string): never {
  throw new Error(`a blob where none belongs: ${name}`);
}

/** Skips what cannot be read, since unreadable data is the reason for the replay. */
async function copyUnjournaled(to: BatonDatabase): Promise<void> {
  const from = await openCurrent();
  if (!from) return;
  try {
    for (const name of UNJOURNALED_TABLES) {
      if (!from.objectStoreNames.contains(name)) continue;
      const rows: unknown[] = [];
      for await (const { value } of readStore(from, name, () => undefined)) rows.push(value);
      await to.table(name).bulkPut(rows);
    }
  } finally {
    from.close();
  }
}

async function openCurrent(): Promise<IDBDatabase | null> {
  try {
    const { name, version } = await databaseInUse();
    return version === 0 ? null : await openRaw(name);
  } catch {
    return null;
  }
}

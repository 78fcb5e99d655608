import { openArchive } from '#archive/read-archive.ts';
import type { RestoreDeps } from '../archive/merge-history.ts';
import { restoreArchive } from '../archive/restore-archive.ts';
import type { Journal } from '#contract/journal.ts';
import type { JournalHost } from '#host-client/journal-host.ts';
import { databaseInUse, nextDatabaseName } from '#storage/database-in-use.ts';
import { type BatonDatabase, openDatabase } from '#storage/database.ts';
import { copyDatabase } from '#storage/raw/copy-database.ts';
import { deleteRaw, openRaw } from '#storage/raw/raw-database.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '#storage/schema.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { StorageError } from '#storage/storage-error.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { exportReadable, type ReadableExport } from './export-readable.ts';
import { exportRows, type RowAddress } from './export-rows.ts';
import { leftOutOf, refuseEmpty, type LeftOut } from './left-out.ts';
import { listRetained, removeRetained, reuseRetained, type RetainedDatabase } from './retained-databases.ts';
import { openRawCopy, restoreRawCopy } from './read-raw.ts';
import { replayJournal } from './replay-journal.ts';
import type { FolderSnapshot, Packer, SnapshotFolder } from './snapshot-folder.ts';
import { RESTORING, SCRATCH_DATABASE } from './unfinished-restores.ts';
import { wholeJournals } from './whole-journals.ts';

/**
 * What the user can do about databases as a whole. Only `removeRetained`, `removeJournal` and `clearStore` delete the contents
 * of one.
 */
export interface DatabaseRecovery {
  /** Without `database`: the one in use. */
  exportReadable(
    to: WritableStream<Uint8Array>,
    onProgress: (rows: number) => void,
    database?: string,
  ): Promise<ReadableExport>;
  /** Journals that are the complete history together with their snapshot, most recently written first. */
  journals(): Promise<Journal[]>;
  /** Replays a journal up to its last record into a new database, which is then in use. Resolves as `restore` does. */
  replay(journal: Journal, onProgress: (done: number, of: number) => void): Promise<readonly LeftOut[]>;
  /** Deletes a journal for good. */
  removeJournal(profile: string): Promise<void>;
  /** Makes the browser delete everything that it stores for Baton, permanently. Helps if it cannot open any of it. */
  clearStore(): Promise<void>;
  /** Newest first, without damaged ones. Rejects when the host does not respond. */
  snapshots(): Promise<FolderSnapshot[]>;
  /**
   * Restores a snapshot into a new database, which is then in use. `hold`: it keeps the snapshot's schema version.
   * Resolves with what was damaged or missing and is left out. The user has to learn of it.
   */
  restore(id: string, onProgress: (done: number, of: number) => void, hold?: boolean): Promise<readonly LeftOut[]>;
  /** Writes rows unchanged, one per line. Returns how many were there. */
  exportRows(database: string, places: readonly RowAddress[], to: WritableStream<Uint8Array>): Promise<number>;
  /** Makes a new, empty database next to the existing one. */
  startEmpty(): Promise<void>;
  /** Retained databases, each replaced by another one. */
  listRetained(): Promise<RetainedDatabase[]>;
  /** Brings a retained database into use. The current one is retained in turn. */
  takeAgain(name: string, onProgress: (done: number, of: number) => void): Promise<void>;
  /** Permanent. Deletes its journal as well. */
  removeRetained(name: string): Promise<void>;
}

export interface DatabaseRecoveryDeps {
  locks: Pick<LockManager, 'request'>;
  folder: SnapshotFolder;
  journals: Pick<JournalHost, 'list' | 'records' | 'blob' | 'move' | 'remove' | 'clearSiteData'>;
  packer: Packer;
  now: () => number;
  writtenBy: string;
  /** Another database is in use now. Other windows must close the old one. */
  switched: () => void;
}

export function createDatabaseRecovery({
  locks,
  folder,
  journals,
  packer,
  now,
  writtenBy,
  switched,
}: DatabaseRecoveryDeps): DatabaseRecovery {
  return {
    async exportReadable(to, onProgress, database) {
      const { name, version } = await databaseInUse(database);
      const db = version === 0 ? null : await openRaw(name);
      if (!db) throw new StorageError('missing', undefined, name);
      try {
        const sink = await packer.sink(to);
        const report = await exportReadable(db, sink, { writtenBy, writtenAt: now(), onProgress });
        await sink.end();
        return report;
      } finally {
        db.close();
      }
    },
    journals: () => wholeJournals(journals),
    async replay(journal, onProgress) {
      const leftOut = await locks.request(RESTORING, () =>
        replayJournal({ host: journals, folder, packer, soleWriter }, journal, onProgress),
      );
      switched();
      return leftOut;
    },
    removeJournal: (profile) => locks.request(RESTORING, () => journals.remove(profile)),
    clearStore: () => journals.clearSiteData(),
    snapshots: async () => (await folder.list()).filter(({ damaged }) => !damaged),
    async restore(id, onProgress, hold = false) {
      const files = await packer.files(await folder.read(id));
      const leftOut = await locks.request(RESTORING, async () => {
        const copy = await openRawCopy(files);
        if (!copy) return restoreViaScratch(await openArchive(files), onProgress);
        // This version could not open it.
        if (schemaVersionOf(copy.manifest.database.version) > SCHEMA_VERSION) throw new StorageError('newer-version');
        await restoreRawCopy(copy, { now: now(), hold, onProgress });
        return [];
      });
      switched();
      return leftOut;
    },
    exportRows,
    async startEmpty() {
      // A restore that ended later would not be in use.
      await locks.request(RESTORING, async () => (await openDatabase({ name: await nextDatabaseName() })).close());
      switched();
    },
    listRetained,
    async takeAgain(name, onProgress) {
      await locks.request(RESTORING, async () => {
        await reuseRetained(name, onProgress);
        switched();
        // Its contents are in use now. If it cannot be removed, it stays in the list and can be removed there.
        await removeRetained(name).catch(() => undefined);
      });
    },
    async removeRetained(name) {
      await locks.request(RESTORING, async () => {
        const journal = await removeRetained(name);
        if (journal) await journals.remove(journal);
      });
    },
  };
}

/** Uses a separate database, so that an incomplete restore never comes into use. Returns what it left out. */
async function restoreViaScratch(
  archive: Awaited<ReturnType<typeof openArchive>>,
  onProgress: (done: number, of: number) => void,
): Promise<readonly LeftOut[]> {
  await deleteRaw(SCRATCH_DATABASE);
  const db = await openDatabase({ name: SCRATCH_DATABASE });
  const unreadable: string[] = [];
  const onUnreadableRow: OnUnreadableRow = ({ issue }) => void unreadable.push(issue);
  try {
    const { conversations } = archive.manifest;
    const writers = soleWriter(db);
    const report = await restoreArchive({ db, writers, onUnreadableRow }, archive, conversations, { onProgress });
    const leftOut = leftOutOf(report);
    await refuseEmpty(db, leftOut);
    db.close();
    const raw = await openRaw(SCRATCH_DATABASE);
    if (!raw) throw new StorageError('missing', undefined, SCRATCH_DATABASE);
    try {
      await copyDatabase(raw, await nextDatabaseName());
    } finally {
      raw.close();
    }
    return leftOut;
  } finally {
    db.close();
    await deleteRaw(SCRATCH_DATABASE);
  }
}

/** No other window knows this database. */
function soleWriter(db: BatonDatabase): RestoreDeps['writers'] {
  return {
    held: async () => new Set(),
    async acquire(sessionId) {
      const { fence } = await claimSession(db, sessionId);
      return { fence, lost: new AbortController().signal, release: () => undefined };
    },
  };
}

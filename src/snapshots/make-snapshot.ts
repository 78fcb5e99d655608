import { writeArchive } from '#archive/write-archive.ts';
import type { Snapshot, SnapshotReason } from '#contract/snapshot.ts';
import { historySource } from '#history/archive/read-history.ts';
import type { SnapshotHost } from '#host-client/host-api.ts';
import { uploadSnapshot } from '#host-client/upload-snapshot.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { schemaVersionOf } from '#storage/schema.ts';
import { createZipSink } from '#transfer/zip/zip-sink.ts';
import { checkSnapshot } from './check-snapshot.ts';
import { historyFingerprint } from './history-fingerprint.ts';
import { SnapshotError } from './snapshot-error.ts';

export interface MakeDeps {
  db: BatonDatabase;
  host: SnapshotHost;
  /** Name and version of this program. */
  writtenBy: string;
  now: () => number;
  pause: (ms: number) => Promise<void>;
  onUnreadableRow: OnUnreadableRow;
}

export interface SnapshotProgress {
  phase: 'writing' | 'verifying';
  done: number;
  of: number;
  /** Bytes that the host has. */
  bytes: number;
}

export interface MakeOptions {
  signal?: AbortSignal;
  onProgress?: (progress: SnapshotProgress) => void;
}

/**
 * Sends everything that is stored, the trash included, to the host as an archive, and reads it back. A failed attempt
 * leaves nothing there.
 */
export async function makeSnapshot(
  deps: MakeDeps,
  reason: SnapshotReason,
  options: MakeOptions = {},
): Promise<Snapshot> {
  const { db, host } = deps;
  const { signal, onProgress } = options;
  // Must be computed before the first row is read: anything changed after that is a change.
  const fingerprint = await historyFingerprint(db);
  if (fingerprint === null) throw new SnapshotError('nothing');
  const sessions = await db.sessions.toCollection().primaryKeys();
  const progress: SnapshotProgress = { phase: 'writing', done: 0, of: sessions.length, bytes: 0 };
  const notify = (change: Partial<SnapshotProgress>) => onProgress?.(Object.assign(progress, change));

  const upload = await uploadSnapshot(
    host,
    { reason, schemaVersion: schemaVersionOf(db.backendDB().version), fingerprint },
    { pause: deps.pause, onProgress: (bytes) => notify({ bytes }), ...(signal && { signal }) },
  );
  try {
    const at = deps.now();
    const sink = createZipSink(upload.writable, new Date(at));
    const { counts } = await writeArchive(historySource(db, deps.onUnreadableRow), sessions, sink, {
      writtenBy: deps.writtenBy,
      writtenAt: at,
      onProgress: ({ conversations }) => notify({ done: conversations }),
      ...(signal && { signal }),
    });
    await sink.end();
    await upload.writable.close();
    const { conversations, messages, blobs } = counts;
    const { id } = await upload.finish({ conversations, messages, blobs });
    const checked = await checkSnapshot(host, id, {
      onProgress: (done, of) => notify({ phase: 'verifying', done, of }),
      ...(signal && { signal }),
    });
    if (checked.state !== 'verified') throw new SnapshotError('not-verified', `${id} is ${checked.state}`);
    return checked;
  } catch (error) {
    await upload.abandon();
    throw error;
  }
}

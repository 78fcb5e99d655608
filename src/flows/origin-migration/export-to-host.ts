import type { MoveReport, MovedStorage } from '#contract/origin-migration.ts';
import type { FormerAddressHost } from '#host-client/host-api.ts';
import { writeRawSnapshot } from '#history/recovery/take-raw-snapshot.ts';
import type { Packer, SnapshotFolder } from '#history/recovery/snapshot-folder.ts';
import { databaseInUse } from '#storage/database-in-use.ts';
import { openRaw } from '#storage/raw/raw-database.ts';
import { describeError } from '#core/thrown.ts';

export interface SendHistoryDeps {
  host: FormerAddressHost;
  folder: Pick<SnapshotFolder, 'write'>;
  packer: Packer;
  now: () => number;
  /** Throws when the browser stores nothing here. */
  storage: () => Pick<Storage, 'length' | 'key' | 'getItem'>;
  onProgress: (rows: number) => void;
}

/** Entries that aren't sent: the page at the new address finds them out on its own. */
const LEFT = new Set(['baton.history']);

/**
 * Sends the history of this address to the host, which counts and hashes it too, and reports the outcome. Changes
 * nothing here.
 */
export async function exportToHost(deps: SendHistoryDeps): Promise<void> {
  await deps.host.report(await send(deps).catch((error: unknown) => failureOf(error)));
}

async function send({ folder, packer, now, storage, onProgress }: SendHistoryDeps): Promise<MoveReport> {
  const { name, version } = await databaseInUse();
  const db = version === 0 ? null : await openRaw(name);
  if (!db) return { outcome: 'empty' };
  try {
    const { manifest } = await writeRawSnapshot(db, folder, packer, {
      writtenBy: 'Baton',
      writtenAt: now(),
      onProgress,
    });
    const missing = manifest.unreadable.length + manifest.lost.length;
    return { outcome: 'sent', missing, storage: readStorage(storage()) };
  } finally {
    db.close();
  }
}

function failureOf(error: unknown): MoveReport {
  const detail = describeError(error);
  return { outcome: 'failed', detail: detail.slice(0, 2000) };
}

function readStorage(storage: ReturnType<SendHistoryDeps['storage']>): MovedStorage {
  const found: MovedStorage = {};
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index);
    const value = key === null ? null : storage.getItem(key);
    if (key?.startsWith('baton.') && !LEFT.has(key) && value !== null && value.length <= 4000) found[key] = value;
  }
  return found;
}

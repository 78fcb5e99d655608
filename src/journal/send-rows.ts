import {
  type JournalReceived,
  type JournalRecord,
  type JournalTable,
  MAX_BATCH_BYTES,
  MAX_BLOB_BYTES,
  type RowKey,
  type RowName,
} from '#contract/journal.ts';
import type { JournalHost } from '#host-client/journal-host.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { attachedJournal, isRemoved, readRemoved } from '#storage/journal-marks.ts';
import type { BlobRow } from '#storage/rows.ts';
import { schemaVersionOf } from '#storage/schema.ts';
import { belongsInJournal, recordOf } from './journal-rows.ts';

export interface SendDeps {
  db: BatonDatabase;
  host: Pick<JournalHost, 'append' | 'putBlob'>;
  /** Two windows that send the same row must not overtake each other. */
  locks: Pick<LockManager, 'request'>;
  onError: (error: unknown) => void;
}

const LOCK = 'baton-journal-send';
const BATCH_ROWS = 200;
const BATCH_LENGTH = 4 * 1024 ** 2;

/** Tables whose rows are removed only with a mark (see `noteRemoved`). Without one, the database has lost the row. */
const MARKED_TABLES: ReadonlySet<JournalTable> = new Set(['sessions', 'messages']);

interface SentRows {
  /** `null` when there was nothing to send. */
  received: JournalReceived | null;
  /** Marks of removals that the journal knows about now. */
  removed: ReadonlySet<string>;
}

/** The database has another journal by now. */
export class OtherJournalError extends Error {
  constructor() {
    super('The database has another journal by now.');
    this.name = 'OtherJournalError';
  }
}

/**
 * Sends these rows as they are now. A row that no longer exists is sent as removed, unless it was lost: the journal keeps
 * that. Throws an OtherJournalError when `profile` isn't the journal of the database.
 */
export async function sendRows(deps: SendDeps, profile: string, names: readonly RowName[]): Promise<SentRows> {
  const { db, host, locks } = deps;
  let received: JournalReceived | null = null;
  const known = new Set<string>();
  const schema = schemaVersionOf(db.backendDB().version);
  for (let at = 0; at < names.length; at += BATCH_ROWS) {
    const part = names.slice(at, at + BATCH_ROWS);
    await locks.request(LOCK, async () => {
      const { records: all, removed } = await readRecords(deps, profile, part);
      for (const records of batchesOf(all)) received = await host.append(profile, { schema, records });
      for (const { key } of part) if (removed.has(String(key))) known.add(String(key));
    });
  }
  return { received, removed: known };
}

async function readRecords(
  deps: SendDeps,
  profile: string,
  names: readonly RowName[],
): Promise<{ records: JournalRecord[]; removed: ReadonlySet<string> }> {
  const { db, host } = deps;
  const byTable = Map.groupBy(names, ({ table }) => table);
  const records: JournalRecord[] = [];
  const blobs: BlobRow[] = [];
  const { attached, found, removed } = await db.transaction('r', [...byTable.keys(), db.settings], async () => {
    const rows: { table: JournalTable; key: RowKey; row: unknown }[] = [];
    for (const [table, all] of byTable) {
      const keys = all.map(({ key }) => key);
      const values = await db.table<unknown, RowKey>(table).bulkGet(keys);
      for (const [index, key] of keys.entries()) rows.push({ table, key, row: values[index] });
    }
    return { attached: await attachedJournal(db), found: rows, removed: await readRemoved(db) };
  });
  if (attached !== profile) throw new OtherJournalError();
  for (const { table, key, row } of found) {
    if (row === undefined) {
      if (!MARKED_TABLES.has(table) || isRemoved(removed, key)) records.push({ table, key });
    } else if (belongsInJournal(table, key, row)) {
      if (table === 'blobs') blobs.push(row as BlobRow);
      records.push(await recordOf(table, key, row));
    }
  }
  const unread = new Set<RowKey>();
  for (const { hash, bytes } of blobs) {
    if (!(bytes instanceof Blob)) continue;
    if (bytes.size > MAX_BLOB_BYTES) {
      deps.onError(new Error(`blob ${hash} is too large for the journal: ${bytes.size} bytes`));
      continue;
    }
    const content = await readBytes(deps, hash, bytes);
    if (content) await host.putBlob(profile, hash, content);
    else unread.add(hash);
  }
  return { records: records.filter(({ table, key }) => table !== 'blobs' || !unread.has(key)), removed };
}

/** `null` if the disk has lost them. Nothing else may wait for that: the next comparison finds the row again. */
async function readBytes(
  { onError }: Pick<SendDeps, 'onError'>,
  hash: string,
  bytes: Blob,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await bytes.arrayBuffer());
  } catch (error) {
    onError(new Error(`the bytes of blob ${hash} cannot be read`, { cause: error }));
    return null;
  }
}

/** Limit of one request. A longer row is left to the next snapshot. */
function* batchesOf(records: readonly JournalRecord[]): Generator<JournalRecord[]> {
  let batch: JournalRecord[] = [];
  let length = 0;
  for (const record of records) {
    const own = JSON.stringify(record).length;
    // A character has up to three bytes.
    if (own * 3 > MAX_BATCH_BYTES) continue;
    if (batch.length > 0 && length + own > BATCH_LENGTH) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(record);
    length += own;
  }
  if (batch.length > 0) yield batch;
}

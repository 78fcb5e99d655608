import { ArchiveError } from '#archive/archive-error.ts';
import { guardFiles, type PackedFile } from '#archive/files.ts';
import { readLines, readText } from '#archive/read-lines.ts';
import { createSha256 } from '#core/sha256.ts';
import { UPGRADE_HOLD_KEY, UPGRADE_KEY } from '#storage/raw/check-upgrade.ts';
import { nextDatabaseName } from '#storage/database-in-use.ts';
import { createDigestWriter, differences } from '#storage/raw/fingerprint.ts';
import { createStores, deleteRaw, openAtVersion, settleTransaction } from '#storage/raw/raw-database.ts';
import { decodeRaw } from '#storage/raw/raw-value.ts';
import { readStore } from '#storage/raw/read-store.ts';
import { RAW_FILE, RawManifestSchema, type RawManifest } from './raw-manifest.ts';

/** A manifest names every conversation several times. */
const MANIFEST_BYTES = 512 * 1024 ** 2;

export interface RawCopy {
  manifest: RawManifest;
  files: ReadonlyMap<string, PackedFile>;
}

/** `null` if the files are not a raw copy. */
export async function openRawCopy(packed: readonly PackedFile[]): Promise<RawCopy | null> {
  const files = guardFiles(packed);
  const head = files.get(RAW_FILE);
  if (!head) return null;
  const text = await readText(head.read(), MANIFEST_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ArchiveError('damaged', RAW_FILE, error);
  }
  const manifest = RawManifestSchema.safeParse(value);
  if (!manifest.success) throw new ArchiveError('damaged', `${RAW_FILE}: ${manifest.error.issues[0]?.message ?? ''}`);
  return { manifest: manifest.data, files };
}

/** Reads every file to its end and compares it with the manifest. Rejects if anything differs. */
export async function verifyRawCopy({ manifest, files }: RawCopy, signal?: AbortSignal): Promise<void> {
  for (const { file, bytes, sha256 } of [...manifest.stores, ...manifest.blobs]) {
    const hash = createSha256();
    let found = 0;
    for await (const piece of open(files, file)) {
      signal?.throwIfAborted();
      hash.update(piece);
      found += piece.length;
    }
    if (found !== bytes || hash.hex() !== sha256) throw new ArchiveError('damaged', file);
  }
}

export interface RestoreRawOptions {
  now: number;
  /** The user goes back to the former version. It must not be upgraded without asking. */
  hold: boolean;
  signal?: AbortSignal;
  onProgress?: (rows: number, of: number) => void;
}

/** Rows in one transaction, and the approximate size of their lines and blobs. */
const BATCH_ROWS = 500;
const BATCH_SIZE = 8 * 1024 ** 2;

/**
 * Restores a copy into a new database and leaves the existing ones unchanged. The last step brings it into use, with
 * the version it had. Until then, and after any error, the former database is in use.
 */
export async function restoreRawCopy(copy: RawCopy, options: RestoreRawOptions): Promise<string> {
  await verifyRawCopy(copy, options.signal);
  const { manifest } = copy;
  const name = await nextDatabaseName();
  const db = await openAtVersion(name, 1, (fresh) => createStores(fresh, manifest.stores));
  try {
    await fill(db, copy, options);
    await compare(db, manifest);
    await mark(db, manifest, options);
  } catch (error) {
    db.close();
    await deleteRaw(name);
    throw error;
  }
  db.close();
  (await openAtVersion(name, manifest.database.version, () => undefined)).close();
  return name;
}

async function fill(db: IDBDatabase, { manifest, files }: RawCopy, { signal, onProgress }: RestoreRawOptions) {
  const of = manifest.stores.reduce((all, { records }) => all + records, 0);
  let rows = 0;
  for (const { name, file, keyPath } of manifest.stores) {
    let batch: RestoredRow[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      signal?.throwIfAborted();
      const transaction = db.transaction(name, 'readwrite', { durability: 'relaxed' });
      const store = transaction.objectStore(name);
      for (const { key, value } of batch) {
        if (keyPath === null) store.put(value, key);
        else store.put(value);
      }
      await settleTransaction(transaction);
      rows += batch.length;
      onProgress?.(rows, of);
      batch = [];
      size = 0;
    };
    for await (const line of readLines(open(files, file))) {
      // One after another: the bytes of one row are in memory, not those of five hundred pictures.
      const row = await rowOf(line, files);
      batch.push(row);
      size += row.size;
      if (batch.length >= BATCH_ROWS || size >= BATCH_SIZE) await flush();
    }
    if (batch.length > 0) await flush();
  }
}

interface RestoredRow {
  key: IDBValidKey;
  value: unknown;
  /** Of its line and its blobs. */
  size: number;
}

async function rowOf(line: string, files: RawCopy['files']): Promise<RestoredRow> {
  const pair: unknown = JSON.parse(line);
  let size = line.length;
  const blobs = new Map<string, Blob>();
  for (const { file, type } of blobsNamedIn(pair)) {
    const pieces: BlobPart[] = [];
    for await (const piece of open(files, file)) pieces.push(Uint8Array.from(piece));
    const blob = new Blob(pieces, { type });
    size += blob.size;
    blobs.set(file, blob);
  }
  const decoded = decodeRaw(pair, (file) => blobs.get(file) ?? new Blob([]));
  if (!Array.isArray(decoded) || decoded.length !== 2) throw new ArchiveError('damaged', 'a line that is no row');
  const [key, value]: unknown[] = decoded;
  return { key: keyOf(key), value, size };
}

function blobsNamedIn(value: unknown): { file: string; type: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('$' in value && value.$ === 'blob' && 'file' in value && typeof value.file === 'string')
    return [{ file: value.file, type: 'type' in value && typeof value.type === 'string' ? value.type : '' }];
  return Object.values(value).flatMap(blobsNamedIn);
}

function keyOf(value: unknown): IDBValidKey {
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Date) return value;
  if (value instanceof ArrayBuffer || value instanceof Uint8Array) return new Uint8Array(value);
  if (Array.isArray(value)) return value.map(keyOf);
  throw new ArchiveError('damaged', 'a row without a key');
}

/** Checks that the restored rows are the written ones. */
async function compare(db: IDBDatabase, manifest: RawManifest): Promise<void> {
  const printer = createDigestWriter();
  const failed: string[] = [];
  for (const { name } of manifest.stores) {
    printer.table(name);
    for await (const { value } of readStore(db, name, ({ why }) => failed.push(why))) printer.add(name, value);
  }
  const found = differences(manifest.prints, printer.done());
  const [first] = found;
  if (failed.length > 0 || first) throw new ArchiveError('damaged', failed[0] ?? `${first?.table} ${first?.owner}`);
}

async function mark(db: IDBDatabase, { database }: RawManifest, { now, hold }: RestoreRawOptions): Promise<void> {
  if (!db.objectStoreNames.contains('settings')) return;
  const transaction = db.transaction('settings', 'readwrite', { durability: 'strict' });
  const settings = transaction.objectStore('settings');
  if (hold) settings.put({ key: UPGRADE_HOLD_KEY, value: { version: database.version, at: now } });
  else settings.delete(UPGRADE_HOLD_KEY);
  settings.delete(UPGRADE_KEY);
  await settleTransaction(transaction);
}

function open(files: RawCopy['files'], name: string): AsyncIterable<Uint8Array> {
  const file = files.get(name);
  if (!file) throw new ArchiveError('damaged', `${name} is missing`);
  return file.read();
}

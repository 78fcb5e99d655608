import type { FileSink } from '#archive/files.ts';
import { countedLines } from '#archive/write-archive.ts';
import { createSha256 } from '#core/sha256.ts';
import { createDigestWriter } from '#storage/raw/fingerprint.ts';
import { layoutOf } from '#storage/raw/raw-database.ts';
import { encodeRaw } from '#storage/raw/raw-value.ts';
import { readStore, type UnreadableKeys } from '#storage/raw/read-store.ts';
import { RAW_FILE, RAW_FORMAT, RAW_VERSION, type RawManifest } from './raw-manifest.ts';

export interface WriteRawOptions {
  writtenBy: string;
  writtenAt: number;
  signal?: AbortSignal;
  onProgress?: (rows: number) => void;
}

/** Number of rows between two progress reports. */
const PROGRESS_INTERVAL = 500;

/** Writes everything readable as files, the manifest last. Only one page of rows and the blobs' names are in memory. */
export async function writeRaw(db: IDBDatabase, sink: FileSink, options: WriteRawOptions): Promise<RawManifest> {
  const { signal, onProgress } = options;
  const printer = createDigestWriter();
  const unreadable: UnreadableKeys[] = [];
  const storedBlobs: { file: string; blob: Blob }[] = [];
  let rows = 0;
  const keep = (blob: Blob): string => {
    const file = `blobs/${String(storedBlobs.length + 1).padStart(6, '0')}`;
    storedBlobs.push({ file, blob });
    return file;
  };
  async function* lines(store: string): AsyncGenerator<[unknown, unknown]> {
    for await (const { key, value } of readStore(db, store, (keys) => unreadable.push(keys))) {
      signal?.throwIfAborted();
      printer.add(store, value);
      yield [encodeRaw(key, keep), encodeRaw(value, keep)];
      rows += 1;
      if (rows % PROGRESS_INTERVAL === 0) onProgress?.(rows);
    }
  }

  const stores: RawManifest['stores'] = [];
  for (const layout of layoutOf(db)) {
    printer.table(layout.name);
    const file = `tables/${layout.name}.ndjson`;
    const { content, counted } = countedLines(lines(layout.name), () => undefined, signal);
    await sink.add(file, content);
    stores.push({ ...layout, file, ...counted() });
  }

  const blobs: RawManifest['blobs'] = [];
  const lost: string[] = [];
  for (const { file, blob } of storedBlobs) {
    signal?.throwIfAborted();
    const written = await addBlob(sink, file, blob);
    if (written) blobs.push({ file, ...written });
    else lost.push(file);
  }

  const manifest: RawManifest = {
    format: RAW_FORMAT,
    version: RAW_VERSION,
    writtenBy: options.writtenBy,
    writtenAt: options.writtenAt,
    database: { name: db.name, version: db.version },
    stores,
    blobs,
    lost,
    unreadable: unreadable.map(({ store, from, to, why }) => ({ store, from, to, why })),
    prints: printer.done(),
  };
  const text = new TextEncoder().encode(`${JSON.stringify(manifest)}\n`);
  await sink.add(RAW_FILE, oneByOne([text]));
  return manifest;
}

const CHUNK_SIZE = 4 * 1024 ** 2;

/**
 * `null` when the browser cannot read all bytes. The file keeps those that were read, and the manifest lists the blob
 * as lost.
 */
async function addBlob(sink: FileSink, file: string, blob: Blob): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createSha256();
  let bytes = 0;
  let isComplete = true;
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < blob.size; at += CHUNK_SIZE) {
      let piece: Uint8Array;
      try {
        piece = new Uint8Array(await blob.slice(at, at + CHUNK_SIZE).arrayBuffer());
      } catch {
        isComplete = false;
        return;
      }
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  await sink.add(file, content());
  return isComplete ? { bytes, sha256: hash.hex() } : null;
}

async function* oneByOne<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

import { schemaVersionOf } from '#storage/schema.ts';
import { openRawCopy, verifyRawCopy } from './read-raw.ts';
import { RAW_FILE, type RawManifest } from './raw-manifest.ts';
import type { CopyCounts, Packer, SnapshotFolder } from './snapshot-folder.ts';
import { writeRaw, type WriteRawOptions } from './write-raw.ts';

export interface RawSnapshot {
  id: string;
  manifest: RawManifest;
}

/** Writes a database unchanged into the folder, reads it back and compares every byte. */
export async function takeRawSnapshot(
  db: IDBDatabase,
  folder: SnapshotFolder,
  packer: Packer,
  options: WriteRawOptions,
): Promise<RawSnapshot> {
  const written = await writeRawSnapshot(db, folder, packer, options);
  const copy = await openRawCopy(await packer.files(await folder.read(written.id)));
  if (!copy) throw new Error(`${RAW_FILE} is not in the snapshot`);
  await verifyRawCopy(copy, options.signal);
  await folder.confirm(written.id, countsOf(copy.manifest));
  return written;
}

/** Like `takeRawSnapshot`, but without reading it back. Differences are found when it is restored. */
export async function writeRawSnapshot(
  db: IDBDatabase,
  folder: Pick<SnapshotFolder, 'write'>,
  packer: Packer,
  options: WriteRawOptions,
): Promise<RawSnapshot> {
  const written: { manifest?: RawManifest } = {};
  const id = await folder.write(schemaVersionOf(db.version), async (to) => {
    const sink = await packer.sink(to);
    const manifest = await writeRaw(db, sink, options);
    await sink.end();
    written.manifest = manifest;
    return countsOf(manifest);
  });
  if (!written.manifest) throw new Error(`${RAW_FILE} is not in the snapshot`);
  return { id, manifest: written.manifest };
}

export function countsOf({ stores, blobs }: RawManifest): CopyCounts {
  const rows = (table: string) => stores.find(({ name }) => name === table)?.records ?? 0;
  return { conversations: rows('sessions'), messages: rows('messages'), blobs: blobs.length };
}

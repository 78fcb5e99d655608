import { BLOB_PART_BYTES } from '#contract/sync.ts';
import { getBlob, saveBlob } from '#storage/blob-repository.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { forEachYielding } from './yielding.ts';
import type { SyncPort } from './sync-port.ts';

interface Named {
  blob: string;
  mime: string;
}

/** Collects the attachments that a value names at any depth. */
function blobsNamed(value: unknown, found: Map<string, Named>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('blob' in value && typeof value.blob === 'string' && 'mime' in value && typeof value.mime === 'string')
    found.set(value.blob, { blob: value.blob, mime: value.mime });
  for (const inner of Object.values(value)) blobsNamed(inner, found);
}

export async function blobsYielding(db: BatonDatabase, lines: readonly unknown[]): Promise<ReadonlyMap<string, Named>> {
  const found = new Map<string, Named>();
  await forEachYielding(db, lines, (line) => blobsNamed(line, found));
  return found;
}

/** Sends an attachment to the remote unless it is there, with one part in memory at a time. */
export async function sendBlob(db: BatonDatabase, port: SyncPort, hash: string): Promise<void> {
  if ((await port.blobParts(hash)) > 0) return;
  const blob = await getBlob(db, hash);
  // Its bytes are lost here. Another device may have them.
  if (!blob) return;
  const of = Math.max(1, Math.ceil(blob.size / BLOB_PART_BYTES));
  for (let part = 0; part < of; part++)
    await port.writeBlob(hash, part, of, blob.slice(part * BLOB_PART_BYTES, (part + 1) * BLOB_PART_BYTES));
}

/** `false` when the bytes are neither here nor there, or don't match their hash. */
export async function fetchBlob(db: BatonDatabase, port: SyncPort, { blob: hash, mime }: Named): Promise<boolean> {
  if (await getBlob(db, hash)) return true;
  const of = await port.blobParts(hash);
  if (of === 0) return false;
  let content = new Blob([]);
  for (let part = 0; part < of; part++) content = new Blob([content, await port.readBlob(hash, part, of)]);
  return (await saveBlob(db, content, mime)).blob === hash;
}
